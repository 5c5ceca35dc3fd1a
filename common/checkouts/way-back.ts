import type { Locale } from '../kit/format.ts'
import { config } from '../runtime/config.ts'

/** What a checkout that was opened in the portal is told: its language, and the way back when it is over. */
export interface ReturnAddresses {
  success_url: string
  cancel_url: string
  locale: Locale
}

/** The way back to the list of subscriptions, which says that the payment was made. */
export function portalReturn(locale: Locale): ReturnAddresses {
  const address = `${config().baseUrl}/portal`
  return {
    success_url: `${address}?said=paid&lang=${locale}`,
    cancel_url: `${address}?lang=${locale}`,
    locale,
  }
}
