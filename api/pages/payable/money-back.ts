import { formatAmount } from '../../../common/kit/format.ts'
import { shortName } from '../../../common/services/text/names.ts'
import { translate } from '../../../common/services/text/translate.ts'
import type { PayableInput } from './state.ts'

/** A refund that the customer will get or has got. */
export interface MoneyBack {
  /** `due`: the merchant has not sent it yet. `all` and `part`: the merchant has returned all or a part of the payment. */
  kind: 'due' | 'all' | 'part'
  text: string
  /** The sums after a refund of a receipt, as text; null if it was paid in another amount or currency. */
  sums: { refunded: string; left: string } | null
}

/** Returns the refund that the customer of a page will get or has got; null without one. */
export function moneyBackOf({ payable, payment, project, locale }: PayableInput): MoneyBack | null {
  if (!payment) return null
  const { amount_refunded: returned, received_currency: currency } = payment
  const due = payable.status === 'complete' ? 0 : payment.amount_to_refund
  const [kind, sum] =
    due > 0
      ? (['due', due] as const)
      : ([returned >= payment.amount_received ? 'all' : 'part', returned] as const)
  if (sum === 0) return null
  const money = (value: number) => formatAmount(value, currency, locale)
  const params = { amount: money(sum), paid: money(payment.amount_received), shop: shortName(project) }
  const isExact = payment.amount_received === payable.amount && currency === payable.currency
  return {
    kind,
    text: translate(locale)(`money_back.${kind}`, params),
    sums:
      kind === 'due' || !isExact
        ? null
        : { refunded: `−${money(sum)}`, left: money(Math.max(0, payable.amount - sum)) },
  }
}
