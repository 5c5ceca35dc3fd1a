import type { Locale } from '../../kit/format.ts'
import { config } from '../../runtime/config.ts'

/** Overrides for a checkout that is opened in the portal: its language, and the addresses to return to. */
export interface ReturnAddresses {
  success_url: string
  cancel_url: string
  locale: Locale
}

/** Returns the address of the subscription list, which shows that the payment was made. */
export function portalReturn(locale: Locale): ReturnAddresses {
  const address = `${config().baseUrl}/portal`
  return {
    success_url: `${address}?said=paid&lang=${locale}`,
    cancel_url: `${address}?lang=${locale}`,
    locale,
  }
}
