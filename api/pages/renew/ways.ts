import type { Offer } from '../../../common/services/operations/find-offer.ts'
import { translate } from '../../../common/services/text/translate.ts'
import { errorAt } from '../kit/fields.ts'
import { buttonOf, type ButtonView, placedOn } from '../payable/button.ts'
import { type MethodView, methodView, type WaysInput } from '../payable/methods.ts'
import type { LengthsView } from './lengths.ts'

/** How to pay, on the page on which the length is chosen. */
export interface WaysView {
  methods: MethodView[]
  /** The one way to pay, where there is one alone. */
  only: MethodView | null
  methodError: string | null
  /** What the customer is shown: a press after it has changed pays nothing. */
  standing: string
  amountEach: number
}

/** The words on the button. */
export interface RenewButton extends Pick<ButtonView, 'instead'> {
  /** With `*` for the sum of the length that is chosen; null where they name no sum. */
  pattern: string | null
  /** Of the choice that the page comes with; null where they are not of it. */
  told: string | null
  untold: string
}

/** Null where the customer must be asked more than how, or nothing can be paid: the page then leads on to another. */
export function waysOf(offer: Offer, input: Omit<WaysInput, 'payment'>): WaysView | null {
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

/** What a press does, in words, with each way to pay placed among them. */
export function worded(
  ways: WaysView | null,
  lengths: LengthsView | null,
  { locale }: Pick<WaysInput, 'locale'>,
): { ways: WaysView | null; button: RenewButton } {
  const t = translate(locale)
  const further = t('renew.button')
  const leads = t('renew.button_sum', { amount: '*' })
  const said = ways && buttonOf({ pays: t('pay.button', { amount: '*' }), leads }, ways.methods)
  const { text, instead } = said ?? { text: leads, instead: [] }
  const pattern = text.includes('*') ? text : null
  const sum = lengths?.chosen?.amount
  return {
    ways: ways && said ? { ...ways, methods: placedOn(said, ways.methods) } : ways,
    button: {
      pattern,
      told: pattern !== null && sum !== undefined ? pattern.replace('*', sum) : null,
      untold: pattern === null ? text : further,
      instead,
    },
  }
}
