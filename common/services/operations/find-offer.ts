import type { Sql } from '../../../db/sql.ts'
import type { PriceObject } from '../../domain/prices/object.ts'
import { isOffered } from '../../domain/prices/offered.ts'
import type { SubscriptionObject } from '../../domain/subscriptions/object.ts'
import { fromNow, MOST_PERIODS, type RenewableState, renewedTime } from '../../domain/subscriptions/period.ts'
import type { Locale } from '../../kit/format.ts'
import { monthsIn } from '../../kit/interval.ts'
import { type Amount, times } from '../../kit/money.ts'
import { checkoutUrl } from '../links/pages.ts'
import { findPrice } from '../prices/find.ts'
import type { Scope } from '../projects/project.ts'
import { findSubscription } from '../subscriptions/find.ts'
import { slotOwner } from '../subscriptions/product-slots.ts'
import { findRestart } from './find-restart.ts'

/** The renewal offer of a subscription. */
export interface Offer {
  subscription: SubscriptionObject
  /** The price that is charged: the scheduled price if there is one, otherwise the current price. */
  price: PriceObject
  /** `again`: the subscription has ended and can be started again. `unsold`: it has ended and is no longer sold. */
  kind: 'renew' | 'again' | 'unsold'
  /** The end of access for an overdue subscription. */
  graceEndsAt: Date | null
  /** The page of a checkout with a pending payment. Until it is decided, there is nothing to pay. */
  waitingUrl: string | null
  /** The customer's language, if known. */
  locale: Locale | null
  /** Whether the customer's email is known, so that the page need not ask for it. */
  hasEmail: boolean
  /** Returns the total for this many periods, and the new end of the paid time. */
  choices: { periods: number; amount: Amount; until: Date }[]
}

interface Row {
  anchor_day: string
  anchor_months: number
  grace_ends_at: Date | null
  now: Date | null
  locale: Locale | null
  waiting_id: number | null
  waiting_token: string | null
}

/**
 * Returns the offer for a link to a subscription, or null if the subscription or its customer does not exist. If it
 * has ended and the customer has another one on the product, the offer is for that one.
 */
export async function findOffer(sql: Sql, scope: Scope, id: number, now: Date): Promise<Offer | null> {
  const linked = await findSubscription(sql, scope, id)
  if (!linked) return null
  const subscription = await currentSubscription(sql, scope, linked)
  const row = await sql.row<Row>(
    `SELECT subscription.anchor_day, subscription.anchor_months, subscription.grace_ends_at, clock.frozen_time AS now,
       customer.locale,
       checkout.id AS waiting_id, checkout.token AS waiting_token
     FROM subscriptions subscription
     JOIN customers customer ON customer.id = subscription.customer_id AND customer.deleted_at IS NULL
     LEFT JOIN test_clocks clock ON clock.id = subscription.test_clock_id
     LEFT JOIN checkouts checkout ON checkout.subscription_id = subscription.id AND checkout.status = 'pending'
     WHERE subscription.id = ? ORDER BY checkout.id LIMIT 1`,
    [subscription.id],
  )
  if (!row) return null
  const { scheduled_price_id: scheduledId, price: present } = subscription
  const ended = subscription.status === 'canceled'
  const scheduled = ended || scheduledId === null ? null : await findPrice(sql, scope, scheduledId)
  const price = scheduled ?? present
  const sold = isOffered(price)
  const { customer_id: customerId, product_id: productId } = subscription
  const waiting = ended ? await findRestart(sql, customerId, productId) : waitingIn(row)
  return {
    subscription,
    price,
    kind: !ended ? 'renew' : sold ? 'again' : 'unsold',
    graceEndsAt: row.grace_ends_at,
    waitingUrl: waiting ? checkoutUrl(waiting.id, waiting.token) : null,
    locale: row.locale,
    hasEmail: subscription.customer.email !== null,
    choices: choicesOf(subscription, price, row, row.now ?? now, scope.project.timezone),
  }
}

function waitingIn({ waiting_id: id, waiting_token: token }: Row): { id: number; token: string } | null {
  return id === null || token === null ? null : { id, token }
}

async function currentSubscription(
  sql: Sql,
  scope: Scope,
  linked: SubscriptionObject,
): Promise<SubscriptionObject> {
  if (linked.status !== 'canceled') return linked
  const holder = await slotOwner(sql, scope, linked.customer_id, linked.product_id)
  return holder === null ? linked : ((await findSubscription(sql, scope, holder)) ?? linked)
}

function choicesOf(
  { status, current_period_end: end }: SubscriptionObject,
  { unit_amount: unitAmount, recurring_interval: unit, recurring_interval_count: count }: PriceObject,
  { anchor_day: anchorDay, anchor_months: anchorMonths }: Row,
  now: Date,
  zone: string,
): Offer['choices'] {
  const standing: RenewableState = { status, anchorDay, anchorMonths, currentPeriodEnd: new Date(end) }
  const interval = { unit: unit ?? 'month', count: count ?? 1 }
  return Array.from({ length: MOST_PERIODS }, (_, index) => index + 1).flatMap((periods) => {
    const months = monthsIn(interval, periods)
    const { endsAt: until } =
      status === 'canceled' ? fromNow(months, now, zone) : renewedTime(standing, months, now, zone)
    const amount = times(unitAmount, periods)
    return amount === null ? [] : [{ periods, amount, until }]
  })
}
