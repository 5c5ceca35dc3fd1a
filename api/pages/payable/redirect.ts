import { formatAmount } from '../../../common/kit/format.ts'
import { translate } from '../../../common/services/text/translate.ts'
import { type PayableInput, startedPage } from './state.ts'

/** The way on to where the payment is made. */
export interface RedirectView {
  /** Null while it is still being opened there. */
  url: string | null
  heading: string
  text: string
  button: string
}

/** Null where what has been started is not paid at another address. */
export function redirectView({ payable, payment, locale, show }: PayableInput): RedirectView | null {
  const started = payment && startedPage(payment)
  if (started?.page !== 'redirect') return null
  const t = translate(locale)
  const words = { to: started.to, amount: formatAmount(payable.amount, payable.currency, locale) }
  const url = started.url !== null && /^https?:\/\//.test(started.url) ? started.url : null
  const button = t('redirect.button', words)
  if (url === null)
    return { url, heading: t('redirect.opening', words), text: t('redirect.opening_text'), button }
  return show === 'go'
    ? { url, heading: t('redirect.going', words), text: t('redirect.going_text', words), button }
    : { url, heading: t('redirect.waiting', words), text: t('redirect.waiting_text', words), button }
}
