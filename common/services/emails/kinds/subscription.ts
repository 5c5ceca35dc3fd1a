import type { Sql } from '../../../../db/sql.ts'
import type { PriceObject } from '../../../domain/prices/object.ts'
import type { SubscriptionObject, SubscriptionStatus } from '../../../domain/subscriptions/object.ts'
import { formatAmount } from '../../../kit/format.ts'
import { planName } from '../../text/names.ts'
import type { StillTrue } from '../define-email.ts'
import { dayFact, type Fact, fact, helpLine, type Setting } from './content.ts'

/** A payload about a subscription, as it was when the email was written. */
export interface SubscriptionPayload {
  subscription: SubscriptionObject
  /** The price of the next period, if it differs from the current one. */
  renewal_price?: PriceObject
  /** For a reminder: the number of days before the end. */
  days_before?: number
  /** For an overdue subscription: the end of access. */
  access_ends_at?: string
}

/** Returns the price of the next period: the scheduled price, or the current one. */
export function nextPrice({ subscription, renewal_price: scheduled }: SubscriptionPayload): PriceObject {
  return scheduled ?? subscription.price
}

/**
 * Returns the fact about the plan. A scheduled plan is labelled as the next one, because the email mentions the
 * current one too.
 */
export function planFact(payload: SubscriptionPayload, t: Setting['t']): Fact[] {
  const name = planName(nextPrice(payload))
  const changes = nextPrice(payload).id !== payload.subscription.price.id
  return fact(t(changes ? 'email.fact.plan_next' : 'email.fact.plan'), name)
}

/** Returns the fact about the last day of the free or paid period. */
export function periodEndFact(subscription: SubscriptionObject, setting: Setting): Fact[] {
  const label = subscription.status === 'trialing' ? 'email.fact.free_until' : 'email.fact.paid_until'
  return dayFact(setting.t(label), subscription.current_period_end, setting, true)
}

/** Returns the amount of one period. */
export function periodSum({ unit_amount: amount }: PriceObject, { project, locale }: Setting): string {
  return formatAmount(amount, project.currency, locale)
}

/** Returns the line with the merchant's contacts. */
export function footOf(setting: Setting): string[] {
  return [helpLine(setting, setting.project.email, setting.project.supportPhone)]
}

/** The state of a subscription when an email about it is about to be sent. */
interface CurrentState {
  status: SubscriptionStatus
  currentPeriodEnd: Date
  graceEndsAt: Date | null
  canceledAt: Date | null
  /** Whether the next renewal has the price that the email mentions. */
  isScheduled: boolean
  /** Whether a pending payment awaits the merchant's decision. The subscription does not end meanwhile. */
  paymentWaits: boolean
  /** Whether that payment pays for a renewal, not for a plan change. No reminder is sent then. */
  renewalWaits: boolean
}

interface Row {
  status: SubscriptionStatus
  current_period_end: Date
  grace_ends_at: Date | null
  canceled_at: Date | null
  scheduled_price_id: number | null
  test_clock_id: number | null
  payment_waits: number
  renewal_waits: number | null
}

/**
 * Returns a check that reads the subscription's current state. `rule` compares it with the email; `periodEnd` is the end
 * in the email. A test clock skips the weeks between an email and its sending, so emails on a clock are sent as written.
 */
export function whileSubscription(
  rule: (state: CurrentState, periodEnd: Date, now: Date) => boolean,
): StillTrue<SubscriptionPayload> {
  return async (sql, { subscription, renewal_price: scheduled }, now) => {
    const row = await findCurrentState(sql, subscription.id)
    if (!row) return false
    if (row.test_clock_id !== null) return true
    const state = {
      status: row.status,
      currentPeriodEnd: row.current_period_end,
      graceEndsAt: row.grace_ends_at,
      canceledAt: row.canceled_at,
      isScheduled: scheduled?.id === row.scheduled_price_id,
      paymentWaits: Boolean(row.payment_waits),
      renewalWaits: Boolean(row.renewal_waits),
    }
    return rule(state, new Date(subscription.current_period_end), now)
  }
}

/** Returns whether the period still ends when the email says. */
export function hasEnd({ currentPeriodEnd }: CurrentState, periodEnd: Date): boolean {
  return currentPeriodEnd.getTime() === periodEnd.getTime()
}

function findCurrentState(sql: Sql, id: number): Promise<Row | undefined> {
  return sql.row<Row>(
    `SELECT status, current_period_end, grace_ends_at, canceled_at, scheduled_price_id, test_clock_id,
       EXISTS (SELECT 1 FROM checkouts WHERE subscription_id = ? AND status = 'pending') AS payment_waits,
       (SELECT MAX(purpose = 'renew') FROM checkouts
         WHERE subscription_id = ? AND status = 'pending') AS renewal_waits
     FROM subscriptions WHERE id = ?`,
    [id, id, id],
  )
}
