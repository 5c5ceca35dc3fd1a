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
  const say = translate(locale)
  const words = { to: started.to, amount: formatAmount(payable.amount, payable.currency, locale) }
  const url = started.url !== null && /^https?:\/\//.test(started.url) ? started.url : null
  const button = say('redirect.button', words)
  if (url === null)
    return { url, heading: say('redirect.opening', words), text: say('redirect.opening_text'), button }
  return show === 'go'
    ? { url, heading: say('redirect.going', words), text: say('redirect.going_text', words), button }
    : { url, heading: say('redirect.waiting', words), text: say('redirect.waiting_text', words), button }
}
