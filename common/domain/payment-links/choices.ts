import type { Form, FormErrors } from '../../kit/form.ts'
import type { Amount } from '../../kit/money.ts'
import { parseAmount } from '../../kit/read-amount.ts'
import type { ProblemKey } from '../../kit/sentence-key.ts'
import { customAmountOf, initialChoice, type ItemChoice } from './items.ts'
import type { CustomAmount, PaymentLinkItem } from './object.ts'

/**
 * Reads what a customer chose on the page of a link: `quantity[0]` and `amount[0]` belong to the first item. An invalid
 * value gets an error, and the item its initial choice.
 */
export function readChoices(
  items: readonly PaymentLinkItem[],
  form: Form,
  currency: string,
): { choices: ItemChoice[]; errors: FormErrors } {
  const errors: FormErrors = {}
  const choices = items.map((item, index) => {
    const initial = initialChoice(item)
    const range = item.adjustable_quantity
    const custom = customAmountOf(item)
    const quantity = range
      ? readQuantity(range, form[`quantity[${index}]`], initial.quantity)
      : initial.quantity
    if (quantity === null) errors[`quantity[${index}]`] = 'quantity_invalid'
    const amount = custom ? readCustomAmount(custom, form[`amount[${index}]`], currency) : initial.amount
    if (typeof amount === 'string') errors[`amount[${index}]`] = amount
    return {
      quantity: quantity ?? initial.quantity,
      amount: typeof amount === 'string' ? initial.amount : amount,
    }
  })
  return { choices, errors }
}

function readQuantity(
  { min, max }: { min: number; max: number },
  typed: string | undefined,
  initial: number,
): number | null {
  if (typed === undefined) return initial
  const quantity = /^\d{1,6}$/.test(typed) ? Number(typed) : NaN
  return quantity >= min && quantity <= max ? quantity : null
}

function readCustomAmount(
  { minimum, maximum }: CustomAmount,
  typed: string | undefined,
  currency: string,
): Amount | ProblemKey {
  const amount = parseAmount(typed ?? '', currency)
  if (amount === 'sum_not_positive') return 'amount_too_low'
  if (amount === 'sum_too_large' && maximum !== null) return 'amount_too_high'
  if (typeof amount === 'string') return amount
  if (amount < minimum) return 'amount_too_low'
  return amount > (maximum ?? Infinity) ? 'amount_too_high' : amount
}
