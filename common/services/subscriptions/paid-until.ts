import type { Sql } from '../../../db/sql.ts'
import type { CheckoutObject } from '../../domain/checkouts/object.ts'
import type { CreditDays } from '../../domain/subscriptions/credit.ts'
import type { SubscriptionStatus } from '../../domain/subscriptions/object.ts'
import { fromNow, renewedTime } from '../../domain/subscriptions/period.ts'
import { monthsIn } from '../../kit/interval.ts'

/** Effect of paying a checkout for a recurring price, as its page shows it. */
export interface Effect {
  /** End of the paid time after this payment; null if the checkout can no longer be paid, or the subscription ended before. */
  paidUntil: Date | null
  /** The days behind the credit of a plan change. */
  creditDays: CreditDays | null
  /** The change that it makes to a subscription, or null. The amounts of a plan change are valid for one day only. */
  purpose: 'new' | 'renew' | 'change' | null
  /** The running subscription that it renews or changes, as it was before the payment; null without one. */
  before: { status: SubscriptionStatus; endsAt: Date } | null
}

interface Row {
  purpose: 'new' | 'renew' | 'change'
  credit_days: string | null
  quantity: number
  unit: 'month' | 'year'
  count: number
  timezone: string
  paid_end: Date | null
  subscription_id: number | null
  subscription_status: SubscriptionStatus | null
  anchor_day: string | null
  anchor_months: number | null
  current_period_end: Date | null
  ended_at: Date | null
}

const NOTHING: Effect = { paidUntil: null, creditDays: null, purpose: null, before: null }

/** Computes the effect of paying a checkout `now`, by its customer's clock. For a complete one returns its effect. */
export async function effectOf(sql: Sql, checkout: CheckoutObject, now: Date): Promise<Effect> {
  if (checkout.mode !== 'subscription') return NOTHING
  // A visitor of a payment link may have typed another person's address, and must not see whether that person has a plan.
  if (checkout.payment_link_id !== null && checkout.status !== 'complete') return NOTHING
  const row = await sql.row<Row>(
    `SELECT checkout.purpose, checkout.credit_days, item.quantity, price.recurring_interval AS unit,
       price.recurring_interval_count AS count, project.timezone, segment.ends_at AS paid_end, subscription.id AS subscription_id,
       subscription.status AS subscription_status, subscription.anchor_day, subscription.anchor_months,
       subscription.current_period_end, subscription.ended_at
     FROM checkouts checkout
     JOIN projects project ON project.id = checkout.project_id
     JOIN checkout_items item ON item.checkout_id = checkout.id
     JOIN prices price ON price.id = item.price_id
     LEFT JOIN segments segment ON segment.checkout_id = checkout.id AND segment.removed_at IS NULL
     LEFT JOIN subscriptions subscription ON subscription.id = checkout.subscription_id
     WHERE checkout.id = ?`,
    [checkout.id],
  )
  if (!row) return NOTHING
  const { purpose, credit_days: days } = row
  return {
    paidUntil: untilOf(checkout, row, now),
    creditDays: days === null ? null : (JSON.parse(days) as CreditDays),
    purpose,
    before: beforeOf(row),
  }
}

function beforeOf({ subscription_status: status, current_period_end: endsAt }: Row): Effect['before'] {
  return status === null || status === 'canceled' || endsAt === null ? null : { status, endsAt }
}

function untilOf({ status }: CheckoutObject, row: Row, now: Date): Date | null {
  if (status === 'expired') return null
  if (status !== 'complete') return endOf(row, now)
  const { paid_end: end, ended_at: endedAt } = row
  return end !== null && endedAt !== null && endedAt < end ? null : end
}

function endOf(row: Row, now: Date): Date {
  const months = monthsIn({ unit: row.unit, count: row.count }, row.quantity)
  const { subscription_status: status, current_period_end: end } = row
  // A plan change, or a purchase after the subscription ended, starts a new period now.
  if (row.purpose !== 'renew' || status === null || status === 'canceled' || end === null)
    return fromNow(months, now, row.timezone).endsAt
  const renewed = {
    status,
    anchorDay: row.anchor_day ?? '',
    anchorMonths: row.anchor_months ?? 0,
    currentPeriodEnd: end,
  }
  return renewedTime(renewed, months, now, row.timezone).endsAt
}
