import type { Project } from '../projects/project.ts'
import type { Subscription } from '../../db/models/subscription.ts'
import type { Sql } from '../../db/sql.ts'
import type { Segment } from './rules/credit.ts'
import type { Outlook } from './rules/upcoming.ts'

interface SegmentRow {
  starts_at: Date
  ends_at: Date
  price_id: number
  value: number
}

/** The time paid for that ends after `after`, in order. */
export async function segmentsAfter(sql: Sql, subscriptionId: number, after: Date): Promise<Segment[]> {
  const rows = await sql.rows<SegmentRow>(
    'SELECT starts_at, ends_at, price_id, value FROM segments WHERE subscription_id = ? AND ends_at > ? ORDER BY ends_at',
    [subscriptionId, after],
  )
  return rows.map((row) => ({
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    priceId: row.price_id,
    value: row.value,
  }))
}

/** Gathers what decides about a subscription's future. */
export async function outlookOf(sql: Sql, project: Project, subscription: Subscription): Promise<Outlook> {
  const segments = await segmentsAfter(sql, subscription.id, subscription.currentPeriodStart)
  const terms = await sql.row<{
    unit: 'month' | 'year'
    count: number
    grace_days: number
    held_until: Date | null
  }>(
    `SELECT price.recurring_interval AS unit, price.recurring_interval_count AS count,
       product.grace_period_days AS grace_days,
       (SELECT MAX(payment.expires_at) FROM checkouts checkout
          JOIN payments payment ON payment.id = checkout.active_payment_id
          WHERE checkout.subscription_id = ? AND checkout.status = 'pending') AS held_until
     FROM prices price JOIN products product ON product.id = ? WHERE price.id = ?`,
    [subscription.id, subscription.productId, segments.at(-1)?.priceId ?? subscription.priceId],
  )
  if (!terms) throw new Error(`subscription ${subscription.id} has no price`)
  return {
    status: subscription.status,
    canceledAt: subscription.canceledAt,
    currentPeriodStart: subscription.currentPeriodStart,
    currentPeriodEnd: subscription.currentPeriodEnd,
    graceEndsAt: subscription.graceEndsAt,
    remindedUntil: subscription.remindedUntil,
    segments,
    interval: { unit: terms.unit, count: terms.count },
    graceDays: terms.grace_days,
    heldUntil: terms.held_until,
    zone: project.timezone,
  }
}
