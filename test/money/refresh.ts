import type { Books } from './books.ts'
import { TEA } from './catalogue.ts'
import { calculateOrder, listPrice, type Order, sum } from './ledger.ts'
import type { OrderRow } from './rows.ts'
import { must } from './wrong.ts'

/** Reads quantities and codes, which may change while an order is open, and checks the amounts. */
export function refresh(books: Books, order: Order, row: OrderRow): void {
  const { id, discount, unused, most } = order
  const plan = row.price_id === null ? null : books.world.planOf.get(row.price_id)
  must(plan === order.plan, () => `checkout ${id} is for ${plan ?? 'goods'}, not ${order.plan ?? 'goods'}`)
  const isPossible = row.quantity === order.quantity || row.quantity <= most
  must(isPossible, () => `checkout ${id} is for ${row.quantity} instead of ${order.quantity}`)
  order.quantity = row.quantity
  order.codes = codesOf(row)
  const list = listPrice(order.plan, order.quantity, TEA)
  const { credit, total } = calculateOrder(list, discount, sum(unused.values()), order.codes)
  must(
    row.amount_subtotal === list && row.credit_amount === credit && row.amount_total === total,
    () =>
      `checkout ${id} asks for ${row.amount_total} of ${row.amount_subtotal}; right is ${total} of ${list}`,
  )
}

function codesOf({ promotion_codes: codes }: OrderRow): string[] {
  return codes === null ? [] : (JSON.parse(codes) as { code: string }[]).map(({ code }) => code)
}
