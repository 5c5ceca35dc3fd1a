import type { Locale } from '../../../common/kit/format.ts'
import type { Project } from '../../../common/services/projects/project.ts'
import type { Addresses } from './addresses.ts'

/** The input of every page of the portal. */
export interface PortalPageInput {
  project: Project
  isTest: boolean
  locale: Locale
  formToken: string
  addresses: Addresses
  /** The customer's time. */
  now: Date
  customerName: string | null
  returnUrl: string | null
}
