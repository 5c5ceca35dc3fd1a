import type { CheckoutObject } from '../checkouts/object.ts'
import { monthsIn } from '../kit/interval.ts'
import { DAY } from '../kit/time.ts'
import type { Sql } from '../../db/sql.ts'
import { segmentsAfter } from './outlook.ts'
import { fromNow, renewedTime } from './rules/period.ts'
import type { SubscriptionStatus } from './rules/states.ts'

/** What paying a checkout for a recurring price does, as its page says it. */
export interface Effect {
  /** Until when is paid for once it is paid; null where it never will be. */
  paidUntil: Date | null
  /** Of a plan change: how many days of how many paid ones its credit is for, and on which plan they were. */
  creditDays: { left: number; whole: number; plan: string } | null
}

interface Row {
  purpose: 'new' | 'renew' | 'change'
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
  plan: string | null
}

const NOTHING: Effect = { paidUntil: null, creditDays: null }

/** Works out what a checkout would do if it were paid `now`, by its customer's clock; of a complete one, what it did. */
export async function effectOf(sql: Sql, checkout: CheckoutObject, now: Date): Promise<Effect> {
  if (checkout.mode !== 'subscription' || checkout.status === 'expired') return NOTHING
  const row = await sql.row<Row>(
    `SELECT checkout.purpose, item.quantity, price.recurring_interval AS unit, price.recurring_interval_count AS count,
       project.timezone, segment.ends_at AS paid_end, subscription.id AS subscription_id,
       subscription.status AS subscription_status, subscription.anchor_day, subscription.anchor_months,
       subscription.current_period_end, product.name AS plan
     FROM checkouts checkout
     JOIN projects project ON project.id = checkout.project_id
     JOIN checkout_items item ON item.checkout_id = checkout.id
     JOIN prices price ON price.id = item.price_id
     LEFT JOIN segments segment ON segment.checkout_id = checkout.id
     LEFT JOIN subscriptions subscription ON subscription.id = checkout.subscription_id
     LEFT JOIN products product ON product.id = subscription.product_id
     WHERE checkout.id = ?`,
    [checkout.id],
  )
  if (!row) return NOTHING
  if (checkout.status === 'complete') return { paidUntil: row.paid_end, creditDays: null }
  return { paidUntil: endOf(row, now), creditDays: await creditOf(sql, checkout, row) }
}

function endOf(row: Row, now: Date): Date {
  const months = monthsIn({ unit: row.unit, count: row.count }, row.quantity)
  const { subscription_status: status, current_period_end: end } = row
  // What has ended is begun anew, and a plan change begins at once.
  if (row.purpose !== 'renew' || status === null || status === 'canceled' || end === null)
    return fromNow(months, now, row.timezone).endsAt
  const standing = {
    status,
    anchorDay: row.anchor_day ?? '',
    anchorMonths: row.anchor_months ?? 0,
    currentPeriodEnd: end,
  }
  return renewedTime(standing, months, now, row.timezone).endsAt
}

/** The days behind the credit, as they were when the checkout was opened and the credit with it. */
async function creditOf(sql: Sql, checkout: CheckoutObject, row: Row): Promise<Effect['creditDays']> {
  if (checkout.credit_amount === 0 || row.subscription_id === null) return null
  const at = new Date(checkout.created_at)
  const segments = await segmentsAfter(sql, row.subscription_id, at)
  const first = segments[0]?.startsAt
  const last = segments.at(-1)?.endsAt
  if (!first || !last) return null
  const days = (from: Date) => Math.max(1, Math.round((last.getTime() - from.getTime()) / DAY))
  return { left: days(at), whole: days(first), plan: row.plan ?? '' }
}
