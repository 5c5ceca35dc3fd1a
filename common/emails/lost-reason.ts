import type { Sql } from '../../db/sql.ts'
import { hasReason } from './rules/reason.ts'
import type { Standing } from './rules/reason.ts'
import type { ClaimedEmail } from './send-email.ts'
import type { EmailKind, SubscriptionLetterKind, SubscriptionWords } from './words.ts'

/** A kind that is missing here does not compile. */
const KINDS: Record<SubscriptionLetterKind, true> = {
  subscription_created: true,
  renewal_reminder: true,
  subscription_past_due: true,
  subscription_canceled: true,
}

function isAboutSubscription(kind: EmailKind): kind is SubscriptionLetterKind {
  return Object.hasOwn(KINDS, kind)
}

interface Row {
  status: Standing['status']
  current_period_end: Date
  grace_ends_at: Date | null
  canceled_at: Date | null
  test_clock_id: number | null
  transfer_waits: number
}

/**
 * Whether the reason of a letter has vanished since it was written. A test clock leaps over the weeks
 * in which its letters would have left, so those are sent as they were written.
 */
export async function hasLostReason(
  sql: Sql,
  email: Pick<ClaimedEmail, 'kind' | 'words'>,
  now: Date,
): Promise<boolean> {
  if (!isAboutSubscription(email.kind)) return false
  const { subscription } = JSON.parse(email.words) as SubscriptionWords
  const row = await sql.row<Row>(
    `SELECT status, current_period_end, grace_ends_at, canceled_at, test_clock_id,
       EXISTS (SELECT 1 FROM checkouts WHERE subscription_id = ? AND status = 'pending') AS transfer_waits
     FROM subscriptions WHERE id = ?`,
    [subscription.id, subscription.id],
  )
  if (!row) return true
  if (row.test_clock_id !== null) return false
  const standing = {
    status: row.status,
    currentPeriodEnd: row.current_period_end,
    graceEndsAt: row.grace_ends_at,
    canceledAt: row.canceled_at,
    transferWaits: Boolean(row.transfer_waits),
  }
  return !hasReason(email.kind, standing, new Date(subscription.current_period_end), now)
}
