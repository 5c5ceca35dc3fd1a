import type { Locale } from '../kit/format.ts'
import type { Flow } from './input.ts'

/** Whose portal a link, or the session it opened, shows, and how. */
export interface PortalAccess {
  projectId: number
  isTest: boolean
  customerId: number
  /** The way back to the merchant; null where none was given. */
  returnUrl: string | null
  locale: 'auto' | Locale
}

/** A link that we gave out, whether or not it still works. */
export interface PortalLink extends PortalAccess {
  /** Where it leads to, past the list of subscriptions. */
  goal: { flow: Flow; subscriptionId: number } | null
  /** Of an emailed one: which state of the customer's links it belongs to. */
  version: number | null
  isOver: boolean
}
