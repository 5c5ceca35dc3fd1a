import { pictureOf } from '../../domain/images/picture.ts'
import type { ProjectObject } from '../../domain/projects/object.ts'
import { serializePaymentSettings } from '../../domain/projects/payment-settings.ts'
import type { ProjectPlan } from '../../domain/projects/plan.ts'
import type { Locale } from '../../kit/format.ts'
import { decrypt } from '../../kit/secrets.ts'
import { iso } from '../../kit/time.ts'
import { methodOrder } from '../../methods/order.ts'
import type { PaymentSettings } from '../../methods/settings.ts'
import { config } from '../../runtime/config.ts'
import type { Project } from './project.ts'

export interface ProjectRow {
  id: number
  name: string
  currency: string
  timezone: string
  locale: Locale
  country: string
  plan: ProjectPlan
  email: string | null
  support_phone: string | null
  legal_name: string | null
  registration_number: string | null
  address: string | null
  terms_url: string | null
  website_url: string | null
  logo_url: string | null
  logo: string | null
  color: string | null
  invoice_prefix: string
  notify_sale: number
  notify_cancellation: number
  payment_settings: Buffer | null
  payment_method_order: string | null
  created_at: Date
  updated_at: Date
}

export function toProject(row: ProjectRow): Project {
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
    websiteUrl: row.website_url,
    logoUrl: row.logo_url,
    logo: pictureOf(row.id, row.logo),
    color: row.color,
    invoicePrefix: row.invoice_prefix,
    notifications: { sale: Boolean(row.notify_sale), cancellation: Boolean(row.notify_cancellation) },
    paymentSettings: openSettings(row.payment_settings),
    paymentMethodOrder: row.payment_method_order?.split(',') ?? [],
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

function openSettings(sealed: Buffer | null): PaymentSettings {
  return sealed ? (JSON.parse(decrypt(config().secretKeys, sealed).toString()) as PaymentSettings) : {}
}

export function serializeProject(project: Project): ProjectObject {
  return {
    id: project.id,
    name: project.name,
    currency: project.currency,
    country: project.country,
    timezone: project.timezone,
    locale: project.locale,
    plan: project.plan,
    email: project.email,
    support_phone: project.supportPhone,
    legal_name: project.legalName,
    registration_number: project.registrationNumber,
    address: project.address,
    terms_url: project.termsUrl,
    website_url: project.websiteUrl,
    logo_url: project.logoUrl,
    color: project.color,
    invoice_prefix: project.invoicePrefix,
    notifications: project.notifications,
    payment_methods: serializePaymentSettings(project.paymentSettings),
    payment_method_order: methodOrder(project.paymentMethodOrder),
    created_at: iso(project.createdAt),
    updated_at: iso(project.updatedAt),
  }
}
