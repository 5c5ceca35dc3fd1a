import type { Flow } from '../../domain/portal/input.ts'
import type { Locale } from '../../kit/format.ts'

/** The customer's portal that a link or a session opens, and how it is shown. */
export interface PortalAccess {
  projectId: number
  isTest: boolean
  customerId: number
  /** The merchant's page to return to; null if none was given. */
  returnUrl: string | null
  locale: 'auto' | Locale
}

/** A link that we issued, valid or expired. */
export interface FollowedLink extends PortalAccess {
  /** The page to open directly, instead of the list of subscriptions. */
  goal: { flow: Flow; subscriptionId: number } | null
  /** `customers.link_version` when the email was written; null for a link created through the API. */
  version: number | null
  isOver: boolean
}
