/** A subscription as it stands when an email about it is about to leave. */
export interface Recipient {
  status: 'trialing' | 'active' | 'past_due' | 'canceled'
  currentPeriodEnd: Date
  graceEndsAt: Date | null
  canceledAt: Date | null
  /** The next renewal is for the plan that the email names. */
  isScheduled: boolean
  /** A transfer for it was reported and waits for the merchant: every end is held back. */
  transferWaits: boolean
  /** It pays for a renewal, and not for a change of plan: whoever has paid is not reminded to. */
  renewalWaits: boolean
}

/**
 * Whether what an email says still holds: it may have waited for the mail server while the customer
 * renewed, canceled or changed their mind. `periodEnd` is the end that the email speaks of.
 */
type Rule = (standing: Recipient, periodEnd: Date, now: Date) => boolean

const sameEnd = ({ currentPeriodEnd }: Recipient, periodEnd: Date) =>
  currentPeriodEnd.getTime() === periodEnd.getTime()

const rules = {
  subscription_created: ({ status }) => status !== 'canceled',
  renewal_reminder: (standing, periodEnd, now) =>
    (standing.status === 'active' || standing.status === 'trialing') &&
    standing.canceledAt === null &&
    !standing.renewalWaits &&
    sameEnd(standing, periodEnd) &&
    now < periodEnd,
  subscription_past_due: (standing, periodEnd, now) =>
    standing.status === 'past_due' &&
    !standing.transferWaits &&
    sameEnd(standing, periodEnd) &&
    now < (standing.graceEndsAt ?? periodEnd),
  subscription_canceled: ({ status }) => status === 'canceled',
  cancellation_requested: ({ status, canceledAt }) => status !== 'canceled' && canceledAt !== null,
  cancellation_withdrawn: ({ status, canceledAt }) => status !== 'canceled' && canceledAt === null,
  change_scheduled: ({ status, isScheduled }) => status !== 'canceled' && isScheduled,
  change_withdrawn: ({ status, isScheduled }) => status !== 'canceled' && !isScheduled,
  cancellation: ({ canceledAt }) => canceledAt !== null,
} satisfies Record<string, Rule>

export function hasReason(
  kind: keyof typeof rules,
  standing: Recipient,
  periodEnd: Date,
  now: Date,
): boolean {
  return rules[kind](standing, periodEnd, now)
}
