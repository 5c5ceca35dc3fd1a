import type { Books } from './books.ts'
import { isEntitled, type Order, type Subscription } from './ledger.ts'

export type Use = 'goods' | 'new' | 'renew' | 'change'

/** Returns the present use of an order's money, or null if it must be refunded. */
export function useOf(books: Books, order: Order): Use | null {
  const { plan, purpose, customer, credit, discount } = order
  if (order.closed) return null
  if (!plan) return 'goods'
  if (books.account(customer).erased) return null
  const made = order.target === null ? null : books.subscription(order.target)
  const target = made && isEntitled(made) ? made : null
  const owner = books.owner(customer, plan)
  const holds = target && (credit > 0 ? target.state === order.state : target.version === order.version)
  if (purpose === 'change' && holds) return !owner || owner === target ? 'change' : null
  if (credit > 0) return null
  const subscription = target ?? owner
  if (!subscription) return 'new'
  if (purpose === 'new' && discount > 0) return null
  const isSold = isFixed(subscription)
    ? plan === subscription.scheduled
    : plan === subscription.plan || plan === subscription.scheduled
  return isSold ? 'renew' : null
}

/** Whether time at the scheduled price is paid: then more time is sold only at that price. */
export function isFixed({ segments, plan }: Subscription): boolean {
  const last = segments.at(-1)
  return last !== undefined && last.plan !== plan
}

/** Whether an open page may still ask for money: its use must be the one that was ordered. */
export function isAsIntended(books: Books, order: Order): boolean {
  const use = useOf(books, order)
  if (use === 'goods' || use === null) return use !== null
  if (order.purpose === 'new') return use === 'new'
  return order.purpose === 'renew' || use !== 'renew'
}
