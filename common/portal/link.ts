import type { Locale } from '../kit/format.ts'

/** What a link may lead straight to. */
export const FLOWS = ['renew', 'change_plan', 'cancel'] as const
export type Flow = (typeof FLOWS)[number]

/** Whose portal a link, or the session it opened, shows, and how. */
export interface Visit {
  projectId: number
  isTest: boolean
  customerId: number
  /** The way back to the merchant; null where none was given. */
  returnUrl: string | null
  locale: 'auto' | Locale
}

/** A link that we gave out, whether or not it still works. */
export interface PortalLink extends Visit {
  /** Where it leads to, past the list of subscriptions. */
  goal: { flow: Flow; subscriptionId: number } | null
  isOver: boolean
}
