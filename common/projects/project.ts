import type { Picture } from '../images/rules/picture.ts'
import type { Locale } from '../kit/format.ts'
import type { PaymentSettings } from '../payments/methods/settings.ts'
import type { ProjectPlan } from './rules/plan.ts'

/** A merchant's project, as operations and pages know it. */
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
  /** Where its customers find it: the way back where no other is known. */
  websiteUrl: string | null
  logoUrl: string | null
  /** Our own copy of what is at `logoUrl`, once there is one. */
  logo: Picture | null
  color: string | null
  invoicePrefix: string
  /** Which emails the merchant wants beside those that ask for something. */
  notifications: { sale: boolean; cancellation: boolean }
  paymentSettings: PaymentSettings
  /** Names of methods, in the order in which customers are offered them. */
  paymentMethodOrder: readonly string[]
  createdAt: Date
  updatedAt: Date
}

/** Whose objects a request sees and makes: one project's, in one mode. */
export interface Scope {
  readonly project: Project
  readonly isTest: boolean
}
