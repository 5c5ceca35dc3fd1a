import type { Sql } from '../../db/sql.ts'
import { type Interval, monthsIn } from '../kit/interval.ts'
import type { Amount } from '../kit/money.ts'
import type { PriceObject } from '../prices/object.ts'
import { PRICE_SELECT, type PriceRow, serializePrice } from '../prices/rows.ts'
import type { Scope } from '../projects/project.ts'
import type { SubscriptionObject } from '../subscriptions/object.ts'
import { segmentsAfter } from '../subscriptions/outlook.ts'
import { daysOf, unusedCredit } from '../subscriptions/rules/credit.ts'
import { fromNow } from '../subscriptions/rules/period.ts'

/** More than a page can show and a customer can read. */
const MOST = 100

/** A plan that a customer can have in place of the present one, and what that takes. */
export interface PlanChoice {
  price: PriceObject
  /** Paid for at once; or, where the credit covers it, from the next renewal on. */
  how: 'pay' | 'schedule'
  /** What the time still unused is worth. */
  credit: Amount
  /** The days that it is for; null where there is no credit. */
  days: { left: number; whole: number } | null
  /** What is to be paid now. */
  due: Amount
  /** Where it is paid for: until when. Where it is scheduled: when it begins. */
  date: Date
}

/** The other plans for one of a customer's subscriptions, its own product's first; `now` is the customer's. */
export async function listPlans(
  sql: Sql,
  scope: Scope,
  subscription: SubscriptionObject,
  now: Date,
): Promise<PlanChoice[]> {
  const { status, price_id: present, scheduled_price_id: scheduled } = subscription
  const prices = await sellable(sql, scope, subscription)
  const segments = status === 'active' ? await segmentsAfter(sql, subscription.id, now) : []
  const credit = unusedCredit(segments, now)
  const days = credit > 0 ? daysOf(segments, now) : null
  // What has ended may be begun anew at any price; its own is one of them.
  const others =
    status === 'canceled' ? prices : prices.filter(({ id }) => id !== present && id !== scheduled)
  return others.map((price) => {
    const covered = credit > 0 && credit >= price.unit_amount
    return {
      price,
      how: covered ? 'schedule' : 'pay',
      credit,
      days,
      due: covered ? 0 : price.unit_amount - credit,
      date: covered
        ? new Date(subscription.current_period_end)
        : fromNow(monthsIn(intervalOf(price)), now, scope.project.timezone).endsAt,
    }
  })
}

/** Prices that recur and are sold, of products that no other subscription of the customer holds. */
async function sellable(
  sql: Sql,
  scope: Scope,
  { id, customer_id: customerId, product_id: productId }: SubscriptionObject,
): Promise<PriceObject[]> {
  const rows = await sql.rows<PriceRow>(
    `${PRICE_SELECT}
     WHERE price.project_id = ? AND price.is_test = ? AND price.type = 'recurring' AND price.active AND price.portal AND product.active
       AND NOT EXISTS (SELECT 1 FROM holds held WHERE held.project_id = price.project_id AND held.is_test = price.is_test
         AND held.customer_id = ? AND held.product_id = product.id AND held.subscription_id <> ?)
     ORDER BY product.id <> ?, product.id, price.unit_amount, price.id LIMIT ${MOST}`,
    [scope.project.id, scope.isTest, customerId, id, productId],
  )
  return rows.map(serializePrice)
}

function intervalOf({ recurring_interval: unit, recurring_interval_count: count }: PriceObject): Interval {
  return { unit: unit ?? 'month', count: count ?? 1 }
}
