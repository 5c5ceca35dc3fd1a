import type { Sql } from '../../../db/sql.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { PriceObject } from '../../domain/prices/object.ts'
import { daysOf, unusedCredit } from '../../domain/subscriptions/credit.ts'
import type { SubscriptionObject } from '../../domain/subscriptions/object.ts'
import { fromNow } from '../../domain/subscriptions/period.ts'
import { type Interval, monthsIn } from '../../kit/interval.ts'
import type { Amount } from '../../kit/money.ts'
import { Refusal } from '../../kit/refusal.ts'
import { PRICE_SELECT, type PriceRow, serializePrice } from '../prices/rows.ts'
import type { Scope } from '../projects/project.ts'
import { getSubscription } from '../subscriptions/find.ts'
import { segmentsAfter } from '../subscriptions/outlook.ts'

/** Upper limit for the page. */
const MOST = 100

/** A plan that the customer can change to, and its cost. */
export interface PlanChoice {
  price: PriceObject
  /** `pay`: paid now. `schedule`: the credit covers it, so it starts at the next renewal. */
  how: 'pay' | 'schedule'
  /** Value of the unused paid time. */
  credit: Amount
  /** Unused and total days behind the credit; null without credit. */
  days: { left: number; whole: number } | null
  /** Amount to pay now. */
  due: Amount
  /** For `pay`: end of the new period. For `schedule`: start of the new plan. */
  date: Date
}

/** Lists the plans that a subscription can change to, its own product's first. `now`: the customer's time. */
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
  // A canceled subscription can be bought again at any price, including its old one.
  const others =
    status === 'canceled' ? prices : prices.filter(({ id }) => id !== present && id !== scheduled)
  const choices = others.map((price): PlanChoice => {
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
  // A requested cancellation leaves no renewal at which a change could start.
  return subscription.canceled_at === null ? choices : choices.filter(({ how }) => how === 'pay')
}

/** Returns the recurring prices on sale, except for products held by another subscription of the customer. */
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

/** Returns the chosen plan for a locked subscription. Throws `price_not_found` if it is not offered. */
export async function offeredPlan(tx: Tx, scope: Scope, id: number, priceId: number): Promise<PlanChoice> {
  const plans = await listPlans(tx.sql, scope, await getSubscription(tx.sql, scope, id), tx.now)
  const plan = plans.find(({ price }) => price.id === priceId)
  if (!plan) throw new Refusal({ code: 'price_not_found', path: 'price_id', params: { id: priceId } })
  return plan
}
