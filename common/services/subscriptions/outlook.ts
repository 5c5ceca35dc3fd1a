import type { Sql } from '../../../db/sql.ts'
import type { Segment } from '../../domain/subscriptions/credit.ts'
import type { Outlook } from '../../domain/subscriptions/upcoming.ts'
import type { Project } from '../projects/project.ts'
import type { Subscription } from './subscriptions-table.ts'

interface SegmentRow {
  starts_at: Date
  ends_at: Date
  price_id: number
  value: number
}

/** Finds the segments that end after `after`, in order. */
export async function segmentsAfter(sql: Sql, subscriptionId: number, after: Date): Promise<Segment[]> {
  const rows = await sql.rows<SegmentRow>(
    'SELECT starts_at, ends_at, price_id, value FROM segments WHERE subscription_id = ? AND ends_at > ? ORDER BY ends_at',
    [subscriptionId, after],
  )
  return rows.map(segmentOf)
}

interface OutlookRow extends Nullable<SegmentRow> {
  unit: 'month' | 'year'
  count: number
  grace_days: number
  held_until: Date | null
  renewal_waits: number | null
}

type Nullable<Row> = { [Column in keyof Row]: Row[Column] | null }

/**
 * Reads everything that decides a subscription's next steps, in one query: every write calls it. The query
 * returns a row per segment, or one without a segment; the last row has the billing interval.
 */
export async function outlookOf(sql: Sql, project: Project, subscription: Subscription): Promise<Outlook> {
  const { id, status, canceledAt, currentPeriodStart, currentPeriodEnd, graceEndsAt } = subscription
  const rows = await sql.rows<OutlookRow>(
    `SELECT subscription.id AS subject, segment.starts_at, segment.ends_at, segment.price_id, segment.value,
       price.recurring_interval AS unit, price.recurring_interval_count AS count,
       product.grace_period_days AS grace_days,
       (SELECT MAX(payment.expires_at) FROM checkouts checkout
          JOIN payments payment ON payment.id = checkout.active_payment_id
          WHERE checkout.subscription_id = subscription.id AND checkout.status = 'pending') AS held_until,
       (SELECT MAX(checkout.purpose = 'renew') FROM checkouts checkout
          WHERE checkout.subscription_id = subscription.id AND checkout.status = 'pending') AS renewal_waits
     FROM subscriptions subscription
     JOIN products product ON product.id = subscription.product_id
     LEFT JOIN segments segment
       ON segment.subscription_id = subscription.id AND segment.ends_at > subscription.current_period_start
     JOIN prices price ON price.id = COALESCE(segment.price_id, subscription.price_id)
     WHERE subscription.id IN (?)`,
    [id],
    { combine: 'subject' },
  )
  rows.sort((one, other) => (one.ends_at?.getTime() ?? 0) - (other.ends_at?.getTime() ?? 0))
  const last = rows.at(-1)
  if (!last) throw new Error(`subscription ${id} has no price`)
  return {
    ...{ status, canceledAt, currentPeriodStart, currentPeriodEnd, graceEndsAt },
    remindedUntil: subscription.remindedUntil,
    segments: rows.flatMap((row) => (isSegment(row) ? [segmentOf(row)] : [])),
    interval: { unit: last.unit, count: last.count },
    graceDays: last.grace_days,
    endDeferredUntil: last.held_until,
    renewalWaits: Boolean(last.renewal_waits),
    zone: project.timezone,
  }
}

function isSegment(row: Nullable<SegmentRow>): row is SegmentRow {
  return row.starts_at !== null
}

function segmentOf({ starts_at: startsAt, ends_at: endsAt, price_id: priceId, value }: SegmentRow): Segment {
  return { startsAt, endsAt, priceId, value }
}
