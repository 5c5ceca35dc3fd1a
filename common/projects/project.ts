import type { Picture } from '../images/rules/picture.ts'

/** How a project can be paid by bank transfer: shown to the customer as it stands. */
export interface BankTransferSettings {
  enabled: boolean
  bank_name: string
  account_number: string
  account_holder: string
}

export interface PaymentSettings {
  bank_transfer?: BankTransferSettings
}

/** A merchant's project, as operations and pages know it. */
export interface Project {
  id: number
  name: string
  currency: string
  timezone: string
  locale: 'en' | 'mn'
  country: string
  plan: 'starter' | 'growth'
  email: string | null
  supportPhone: string | null
  legalName: string | null
  registrationNumber: string | null
  address: string | null
  termsUrl: string | null
  logoUrl: string | null
  /** Our own copy of what is at `logoUrl`, once there is one. */
  logo: Picture | null
  color: string | null
  invoicePrefix: string
  paymentSettings: PaymentSettings
  createdAt: Date
  updatedAt: Date
}

/** Whose objects a request sees and makes: one project's, in one mode. */
export interface Scope {
  readonly project: Project
  readonly isTest: boolean
}
