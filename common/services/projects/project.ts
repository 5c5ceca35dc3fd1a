import type { Picture } from '../../domain/images/picture.ts'
import type { ProjectPlan } from '../../domain/projects/plan.ts'
import type { Locale } from '../../kit/format.ts'
import type { PaymentSettings } from '../../methods/settings.ts'

/** A merchant's project, as operations and pages use it. */
export interface Project {
  id: number
  name: string
  currency: string
  timezone: string
  locale: Locale
  country: string
  plan: ProjectPlan
  email: string | null
  supportPhone: string | null
  legalName: string | null
  registrationNumber: string | null
  address: string | null
  termsUrl: string | null
  /** The shop's website: the way back from pages without a return URL. */
  websiteUrl: string | null
  logoUrl: string | null
  /** Our own copy of the picture at `logoUrl`, once it has been fetched. */
  logo: Picture | null
  color: string | null
  invoicePrefix: string
  /** Optional emails that the merchant wants. */
  notifications: { sale: boolean; cancellation: boolean }
  paymentSettings: PaymentSettings
  /** Names of methods, in the order in which customers see them. */
  paymentMethodOrder: readonly string[]
  createdAt: Date
  updatedAt: Date
}

/** The project and mode whose objects a request reads and writes. */
export interface Scope {
  readonly project: Project
  readonly isTest: boolean
}
