import type { Locale } from '../../kit/format.ts'

/** Pages that a link may open directly. */
export const FLOWS = ['renew', 'change_plan', 'cancel'] as const

export type Flow = (typeof FLOWS)[number]

/** A valid body of `POST /billing-portal/sessions`: exactly one of the first two. */
export interface PortalLinkInput {
  customer_id?: number
  client_reference_id?: string
  return_url?: string
  locale?: 'auto' | Locale
  flow?: Flow
  subscription_id?: number
}
