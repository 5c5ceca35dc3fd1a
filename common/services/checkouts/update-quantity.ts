import type { Tx } from '../../../db/transaction.ts'
import { orderProblem } from '../../domain/promotion-codes/judge.ts'
import { type Form, type FormErrors, isFaulty } from '../../kit/form.ts'
import { sum, times } from '../../kit/money.ts'
import { findCodes } from '../promotion-codes/find-redeemable.ts'
import type { Checkout } from './checkouts-table.ts'
import { type OrderLine, orderOf, readLines, validCodes, writeOrder } from './order.ts'

/**
 * Applies the quantities of a form (`quantity[ITEM_ID]`) to a locked, open checkout. Returns errors, and whether
 * anything changed. One invalid quantity changes nothing. A code that is not valid for the new order is removed, and
 * an error names it.
 */
export async function updateQuantity(
  tx: Tx,
  checkout: Checkout,
  form: Form,
): Promise<{ errors: FormErrors; changed: boolean }> {
  const errors: FormErrors = {}
  const before = await readLines(tx, checkout.id)
  const after = before.map((line) => withQuantity(line, form[`quantity[${line.id}]`], errors))
  const amounts = after.map(({ unitAmount, quantity }) => times(unitAmount, quantity))
  const subtotal = amounts.includes(null) ? null : sum(amounts as number[])
  if (subtotal === null) errors[''] = 'amount_too_large'
  const changed = after.some(({ quantity }, index) => quantity !== before[index]?.quantity)
  if (isFaulty(errors) || subtotal === null || !changed) return { errors, changed: false }

  const promotions = await findCodes(
    tx.sql,
    (checkout.promotionCodes ?? []).map(({ id }) => id),
  )
  const { kept, errors: lost } = await validCodes(promotions, orderOf(subtotal, after), orderProblem)
  await writeOrder(tx, checkout, after, kept)
  return { errors: lost, changed: true }
}

function withQuantity(line: OrderLine, typed: string | undefined, errors: FormErrors): OrderLine {
  const { id, min, max } = line
  if (typed === undefined || min === null || max === null) return line // the quantity is fixed
  const quantity = /^\d{1,6}$/.test(typed) ? Number(typed) : NaN
  if (quantity >= min && quantity <= max) return { ...line, quantity }
  errors[`quantity[${id}]`] = 'quantity_invalid'
  return line
}
