import type { Books } from './books.ts'
import { isEntitled, type Order, type Subscription } from './ledger.ts'

export type Use = 'goods' | 'new' | 'renew' | 'change'

/** What the money of an order can do now. Null: nothing, it has to go back. */
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
  const it = target ?? owner
  if (!it) return 'new'
  if (purpose === 'new' && discount > 0) return null
  const isSold = isFixed(it) ? plan === it.scheduled : plan === it.plan || plan === it.scheduled
  return isSold ? 'renew' : null
}

/** Time at the scheduled price is paid: the next time is sold at that price alone. */
export function isFixed({ segments, plan }: Subscription): boolean {
  const last = segments.at(-1)
  return last !== undefined && last.plan !== plan
}

/** Nobody is asked to pay for what cannot be done, or for something else than what was wanted. */
export function isAsIntended(books: Books, order: Order): boolean {
  const use = useOf(books, order)
  if (use === 'goods' || use === null) return use !== null
  if (order.purpose === 'new') return use === 'new'
  return order.purpose === 'renew' || use !== 'renew'
}
