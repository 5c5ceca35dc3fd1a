import { type Amount, sum } from '../../kit/money.ts'
import type { Problems } from '../../kit/refusal.ts'

/** Adds a problem if the sum of the items is too large to store, or if the discounts exceed it. */
export function checkSums(
  items: readonly { amountSubtotal: Amount }[],
  discounts: readonly { amount: Amount }[],
  problems: Problems,
): void {
  const subtotal = sum(items.map(({ amountSubtotal }) => amountSubtotal))
  if (subtotal === null && !problems.has('items')) problems.add('amount_too_large', 'items')
  if (subtotal === null || problems.has('discounts') || problems.has('items')) return
  const discount = sum(discounts.map(({ amount }) => amount)) ?? Infinity
  if (discount > subtotal) problems.add('discount_exceeds_subtotal', 'discounts', { discount, subtotal })
}
