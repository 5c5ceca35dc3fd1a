import type { Offer } from '../../../common/services/operations/find-offer.ts'
import { translate } from '../../../common/services/text/translate.ts'
import { errorAt } from '../kit/fields.ts'
import { buttonOf, type ButtonView, withTextIndexes } from '../payable/button.ts'
import { type MethodsInput, type MethodView, methodView } from '../payable/methods.ts'
import type { LengthsView } from './lengths.ts'

/** The payment methods on the page on which the length is chosen. */
export interface PayHereView {
  methods: MethodView[]
  /** The only payment method; null if there are several. */
  only: MethodView | null
  methodError: string | null
  /** The state of the subscription that is shown. If it has changed before the press, nothing is paid. */
  standing: string
  amountEach: number
}

/** The texts of the button. */
export interface RenewButton extends Pick<ButtonView, 'instead'> {
  /** The text with `*` for the amount of the chosen length; null if it has no amount. */
  pattern: string | null
  /** The text for the length that is chosen when the page loads; null if it has no amount. */
  initial: string | null
  fallback: string
}

/**
 * Returns the payment methods, or null if the checkout page must ask for more than the method, or if there is nothing to pay.
 * The page then continues to the checkout.
 */
export function payHereView(offer: Offer, input: Omit<MethodsInput, 'payment'>): PayHereView | null {
  const { methods: names, errors } = input
  const { subscription, price, hasEmail } = offer
  if (!hasEmail || names.length === 0 || price.unit_amount === 0 || '' in errors) return null
  const methods = names.map((name) => methodView(name, { ...input, payment: null }))
  return {
    methods,
    only: methods.length === 1 && !('payment_method' in errors) ? methods[0]! : null,
    methodError: errorAt(input, 'payment_method'),
    standing: [subscription.id, subscription.status, subscription.current_period_end, price.id].join(' '),
    amountEach: price.unit_amount,
  }
}

/** Returns the texts of the button, and the payment methods with the index of their text. */
export function withButton(
  payHere: PayHereView | null,
  lengths: LengthsView | null,
  { locale }: Pick<MethodsInput, 'locale'>,
): { payHere: PayHereView | null; button: RenewButton } {
  const t = translate(locale)
  const neutral = t('renew.button')
  const leads = t('renew.button_sum', { amount: '*' })
  const texts = payHere && buttonOf({ pays: t('pay.button', { amount: '*' }), leads }, payHere.methods)
  const { text, instead } = texts ?? { text: leads, instead: [] }
  const pattern = text.includes('*') ? text : null
  const sum = lengths?.chosen?.amount
  return {
    payHere: payHere && texts ? { ...payHere, methods: withTextIndexes(texts, payHere.methods) } : payHere,
    button: {
      pattern,
      initial: pattern !== null && sum !== undefined ? pattern.replace('*', sum) : null,
      fallback: pattern === null ? text : neutral,
      instead,
    },
  }
}
