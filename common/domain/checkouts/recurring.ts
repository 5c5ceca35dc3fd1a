import type { Problems } from '../../kit/refusal.ts'
import type { InOrder } from '../../kit/submission.ts'
import { MOST_PERIODS } from '../subscriptions/period.ts'
import type { CheckoutInput } from './input.ts'

/** The part of an item that these rules need. */
interface Item {
  quantity: number
  adjustable: { max: number } | null
  /** The price, if it is recurring. */
  recurring: object | null
}

/** Adds problems with a request for a recurring price, as far as they are known without the customer. */
export function checkRecurring(
  request: InOrder<CheckoutInput>,
  items: readonly Item[],
  problems: Problems,
): void {
  const item = items.find(({ recurring }) => recurring)
  if (!item) {
    if (request.subscription_id === undefined || problems.has('items')) return
    const sentence =
      'subscription_id needs an item with a recurring price. Send such a price in items, or leave subscription_id out.'
    problems.add('validation_failed', 'subscription_id', { sentence })
    return
  }
  checkRecurringItem(item, request.items?.length ?? 0, problems)
  if (request.customer_id === undefined && !problems.has('customer_id'))
    problems.add('customer_required', 'customer_id')
}

/** Adds problems with an item with a recurring price, which is one of `count` items. */
export function checkRecurringItem(item: Item, count: number, problems: Problems): void {
  if (count > 1) problems.add('single_item_required', 'items')
  checkPeriods(item, problems)
}

/** Checks the quantity of a recurring price, which is a number of billing periods. */
function checkPeriods({ quantity, adjustable }: Item, problems: Problems): void {
  if (Math.max(quantity, adjustable?.max ?? 0) <= MOST_PERIODS) return
  const path = quantity > MOST_PERIODS ? 'items.0.quantity' : 'items.0.adjustable_quantity.max'
  const sentence = `${path} is a number of billing periods here, at most ${MOST_PERIODS}.`
  problems.add('validation_failed', path, { sentence })
}
