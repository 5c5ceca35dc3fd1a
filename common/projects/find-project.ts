import { pictureOf } from '../images/rules/picture.ts'
import { decrypt } from '../kit/secrets.ts'
import { config } from '../runtime/config.ts'
import type { Sql } from '../../db/sql.ts'
import { read } from '../../db/sql.ts'
import type { PaymentSettings, Project } from './project.ts'

export interface ProjectRow {
  id: number
  name: string
  currency: string
  timezone: string
  locale: 'en' | 'mn'
  country: string
  plan: 'starter' | 'growth'
  email: string | null
  support_phone: string | null
  legal_name: string | null
  registration_number: string | null
  address: string | null
  terms_url: string | null
  logo_url: string | null
  logo: string | null
  color: string | null
  invoice_prefix: string
  payment_settings: Buffer | null
  created_at: Date
  updated_at: Date
}

export function projectOf(row: ProjectRow): Project {
  return {
    id: row.id,
    name: row.name,
    currency: row.currency,
    timezone: row.timezone,
    locale: row.locale,
    country: row.country,
    plan: row.plan,
    email: row.email,
    supportPhone: row.support_phone,
    legalName: row.legal_name,
    registrationNumber: row.registration_number,
    address: row.address,
    termsUrl: row.terms_url,
    logoUrl: row.logo_url,
    logo: pictureOf(row.id, row.logo),
    color: row.color,
    invoicePrefix: row.invoice_prefix,
    paymentSettings: openSettings(row.payment_settings),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

function openSettings(sealed: Buffer | null): PaymentSettings {
  return sealed ? (JSON.parse(decrypt(config().secretKeys, sealed).toString()) as PaymentSettings) : {}
}

/** The project as it stands now. */
export async function readProject(sql: Sql, id: number): Promise<Project | null> {
  const row = await sql.row<ProjectRow>('SELECT * FROM projects WHERE id = ?', [id])
  return row ? projectOf(row) : null
}

const KEPT_FOR = 5_000
const kept = new Map<number, { project: Promise<Project | null>; until: number }>()

/** The project, up to five seconds old: settings change seldom and every page asks for them. */
export function findProject(id: number): Promise<Project | null> {
  const found = kept.get(id)
  if (found && found.until > Date.now()) return found.project
  const project = read((sql) => readProject(sql, id))
  kept.set(id, { project, until: Date.now() + KEPT_FOR })
  project.catch(() => kept.delete(id))
  return project
}

/** After a change: this process sees it at once, others within five seconds. */
export function forgetProject(id: number): void {
  kept.delete(id)
}
