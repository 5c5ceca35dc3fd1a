import { parse } from 'cookie'
import { SECOND } from '../../common/kit/time.ts'
import type { Exchange } from '../pages/hosted-page.ts'
import { dashboardOnly } from './cookies.ts'

/** The results of buttons that the next page can state, each with a sentence `dashboard.done.…`. */
export const DONE = [
  ...([
    'saved',
    'sending',
    'erased',
    'done',
    'cancel_set',
    'canceled_now',
    'cancel_withdrawn',
    'part_recorded',
    'checkout_created',
    'invoice_created',
    'invoice_deleted',
    'trial_started',
    'link_created',
    'product_created',
    'price_created',
    'code_created',
    'picture_removed',
    'endpoint_added',
    'endpoint_removed',
    'member_added',
    'member_removed',
    'role_changed',
    'token_created',
    'token_revoked',
  ] as const),
] as const
export type Done = (typeof DONE)[number]

const COOKIE = 'tolbor_done'

/** Lets the page that follows a form state its result. */
export function noteDone({ response }: Exchange, done: Done): void {
  response.cookie(COOKIE, done, { maxAge: 10 * SECOND, ...dashboardOnly() })
}

/** Returns the result of the form before this page, once; null without one. */
export function takeDone({ request, response }: Exchange): Done | null {
  const found = DONE.find((one) => one === parse(request.headers.cookie ?? '')[COOKIE])
  if (found === undefined) return null
  response.clearCookie(COOKIE, dashboardOnly())
  return found
}
