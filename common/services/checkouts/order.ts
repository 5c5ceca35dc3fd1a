import { update } from '../../../db/rows.ts'
import { save } from '../../../db/save.ts'
import type { Tx } from '../../../db/transaction.ts'
import { calculateTotals } from '../../domain/checkouts/totals.ts'
import type { CodeProblem, Order, PromotionCode } from '../../domain/promotion-codes/judge.ts'
import { type FormErrors, isFaulty } from '../../kit/form.ts'
import { type Amount, times } from '../../kit/money.ts'
import type { Checkout } from './checkouts-table.ts'

/** A line of a locked checkout, with the columns that changing the order needs. */
export interface OrderLine {
  id: number
  productId: number | null
  quantity: number
  unitAmount: Amount
  min: number | null
  max: number | null
}

interface Row {
  id: number
  product_id: number | null
  quantity: number
  unit_amount: number
  adjustable_min: number | null
  adjustable_max: number | null
}

/** Reads the lines of a locked checkout. */
export async function readLines(tx: Tx, checkoutId: number): Promise<OrderLine[]> {
  const rows = await tx.sql.rows<Row>(
    `SELECT id, product_id, quantity, unit_amount, adjustable_min, adjustable_max
     FROM checkout_items WHERE checkout_id = ? ORDER BY id`,
    [checkoutId],
  )
  return rows.map((row) => ({
    id: row.id,
    productId: row.product_id,
    quantity: row.quantity,
    unitAmount: row.unit_amount,
    min: row.adjustable_min,
    max: row.adjustable_max,
  }))
}

/** Returns the part of an order that decides whether a code is valid. */
export function orderOf(subtotal: Amount, lines: readonly OrderLine[]): Omit<Order, 'others'> {
  return { productIds: lines.map(({ productId }) => productId), subtotal }
}

/** Returns a form error about a code, next to its field. The message names the code and its minimum amount. */
export function aboutCode(problem: CodeProblem, { code, minimumAmount }: PromotionCode): FormErrors {
  const about = { code, ...(minimumAmount !== null && { amount: minimumAmount }) }
  return { promotion_code: { problem, about } }
}

/**
 * Splits the codes of an order with `problemOf`: each code is checked together with the codes kept before it. Returns
 * the valid codes, and an error for the first invalid one.
 */
export async function validCodes(
  promotions: readonly PromotionCode[],
  order: Omit<Order, 'others'>,
  problemOf: (promotion: PromotionCode, order: Order) => CodeProblem | null | Promise<CodeProblem | null>,
): Promise<{ kept: PromotionCode[]; errors: FormErrors }> {
  const kept: PromotionCode[] = []
  let errors: FormErrors = {}
  for (const promotion of promotions) {
    const problem = await problemOf(promotion, { ...order, others: kept })
    if (problem === null) kept.push(promotion)
    else if (!isFaulty(errors)) errors = aboutCode(problem, promotion)
  }
  return { kept, errors }
}

/**
 * Recalculates a locked checkout with these lines and codes, and saves every amount. The caller must have checked
 * that no sum is too large.
 */
export async function writeOrder(
  tx: Tx,
  checkout: Checkout,
  lines: readonly OrderLine[],
  promotions: readonly PromotionCode[],
): Promise<void> {
  const priced = lines.map((line) => ({ ...line, amountSubtotal: times(line.unitAmount, line.quantity)! }))
  const discounts = (checkout.discounts ?? []).map(({ amount }) => amount)
  const totals = calculateTotals(priced, discounts, checkout.creditAmount, promotions)
  for (const [index, { id, quantity, amountSubtotal }] of priced.entries()) {
    const amounts = { amount_subtotal: amountSubtotal, amount_total: totals.lines[index]! }
    await update(tx.sql, 'checkout_items', id, { quantity, ...amounts })
  }
  await save(tx, checkout, {
    amountSubtotal: totals.subtotal,
    amountTotal: totals.total,
    promotionCodes: promotions.map(({ id, code }, index) => ({ id, code, amount: totals.codes[index]! })),
  })
}
