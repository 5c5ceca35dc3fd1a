import { formatAmount } from '../../../common/kit/format.ts'
import { translate } from '../../../common/services/text/translate.ts'
import { type PayableInput, startedPage } from './state.ts'

/** The step to the address where the payment is made. */
export interface RedirectView {
  /** Null until the provider has opened the payment. */
  url: string | null
  heading: string
  text: string
  button: string
}

/** Returns the step to another address, or null if the payment is not made at one. */
export function redirectView({ payable, payment, locale, show }: PayableInput): RedirectView | null {
  const started = payment && startedPage(payment)
  if (started?.page !== 'redirect') return null
  const t = translate(locale)
  const params = { to: started.to, amount: formatAmount(payable.amount, payable.currency, locale) }
  const url = started.url !== null && /^https?:\/\//.test(started.url) ? started.url : null
  const button = t('redirect.button', params)
  if (url === null)
    return { url, heading: t('redirect.opening', params), text: t('redirect.opening_text'), button }
  return show === 'go'
    ? { url, heading: t('redirect.going', params), text: t('redirect.going_text', params), button }
    : { url, heading: t('redirect.waiting', params), text: t('redirect.waiting_text', params), button }
}
