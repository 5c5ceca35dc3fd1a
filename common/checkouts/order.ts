import type { Amount } from '../kit/money.ts'
import { times } from '../kit/money.ts'
import type { PromotionCode } from '../promotions/rules/judge.ts'
import type { Checkout } from '../../db/models/checkout.ts'
import type { Tx } from '../../db/transaction.ts'
import { workOut } from './rules/totals.ts'

/** A line of a locked checkout, as far as changing the order needs it. */
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

/** The lines of a locked checkout. */
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

/** What judging a code needs to know of the order; `others` are the codes that stand beside it. */
export function orderOf(checkout: Checkout, lines: readonly OrderLine[], others: readonly PromotionCode[]) {
  return { productIds: lines.map(({ productId }) => productId), subtotal: checkout.amountSubtotal, others }
}

/**
 * Works a locked checkout out anew with these lines and codes, and writes every amount down. The
 * caller has made sure that no sum grows too large.
 */
export async function writeOrder(
  tx: Tx,
  checkout: Checkout,
  lines: readonly OrderLine[],
  promotions: readonly PromotionCode[],
): Promise<void> {
  const priced = lines.map((line) => ({ ...line, amountSubtotal: times(line.unitAmount, line.quantity)! }))
  const discounts = (checkout.discounts ?? []).map(({ amount }) => amount)
  const totals = workOut(priced, discounts, checkout.creditAmount, promotions)
  for (const [index, { id, quantity, amountSubtotal }] of priced.entries()) {
    await tx.sql.run(
      'UPDATE checkout_items SET quantity = ?, amount_subtotal = ?, amount_total = ? WHERE id = ?',
      [quantity, amountSubtotal, totals.lines[index]!, id],
    )
  }
  await checkout.update(
    {
      amountSubtotal: totals.subtotal,
      amountTotal: totals.total,
      promotionCodes: promotions.map(({ id, code }, index) => ({ id, code, amount: totals.codes[index]! })),
      updatedAt: tx.now,
    },
    { transaction: tx.transaction },
  )
}
