import type { CancellationReason } from '../../../common/domain/subscriptions/object.ts'
import { formatAmount, formatDate, formatDateTime } from '../../../common/kit/format.ts'
import type { SentenceKey } from '../../../common/kit/sentence-key.ts'
import type { PortalSubscription } from '../../../common/services/portal/list-subscriptions.ts'
import { shortName } from '../../../common/services/text/names.ts'
import { translate } from '../../../common/services/text/translate.ts'
import { scheduledLine, type SentenceContext, type State, stateOf } from './status.ts'

const NEXT: Record<Exclude<State, 'canceled'>, SentenceKey> = {
  active: 'portal.next_active',
  requested: 'portal.next_requested',
  trialing: 'portal.next_trialing',
  trial_requested: 'portal.next_trial_requested',
  past_due: 'portal.next_past_due',
}

const ENDED: Record<CancellationReason, SentenceKey> = {
  requested: 'portal.ended_requested',
  unpaid: 'portal.ended_unpaid',
  trial_ended: 'portal.ended_trial_ended',
  immediately: 'portal.ended_immediately',
}

/**
 * Returns what happens next if no one acts, and what was scheduled. For an ended subscription, returns why it ended and
 * whether it can be started again.
 */
export function nextOf(entry: PortalSubscription, context: SentenceContext, again: Again): string[] {
  const { project, locale } = context
  const { subscription } = entry
  const t = translate(locale)
  const shop = shortName(project)
  const state = stateOf(entry)
  if (state === 'canceled') {
    const reason = subscription.cancellation_reason
    const key = AGAIN[again]
    return [...(reason ? [t(ENDED[reason])] : []), ...(key ? [t(key, { shop })] : [])]
  }
  const date = formatDate(new Date(subscription.current_period_end), project.timezone, locale)
  const scheduled = scheduledLine(entry, context)
  const waiting = waitingLines(entry, context)
  return [
    ...(waiting.length > 0 ? waiting : [t(NEXT[state], { date })]),
    ...(scheduled === null ? [] : [scheduled]),
  ]
}

/** Returns sentences about a reported payment that waits; empty without one. */
export function waitingLines(entry: PortalSubscription, context: SentenceContext): string[] {
  const { waiting } = entry
  if (!waiting) return []
  const state = stateOf(entry)
  const requested = state === 'requested' || state === 'trial_requested'
  const shop = shortName(context.project)
  return [
    waitingLine(waiting, context),
    ...(requested ? [translate(context.locale)('portal.waiting_requested', { shop })] : []),
  ]
}

/** The plan that a customer can subscribe to after an end: the same, another, or none. `held`: they have it again already. */
export type Again = 'same' | 'other' | 'none' | 'held'

const AGAIN: Record<Again, SentenceKey | null> = {
  same: null, // a link offers it
  other: 'portal.again_other',
  none: 'portal.again_none',
  held: 'portal.again_held',
}

function waitingLine(
  waiting: NonNullable<PortalSubscription['waiting']>,
  { project, locale }: SentenceContext,
): string {
  const { amount, reference, claimedAt } = waiting
  const about = {
    amount: formatAmount(amount, project.currency, locale),
    shop: shortName(project),
    reference: reference ?? '',
    time: claimedAt ? formatDateTime(claimedAt, project.timezone, locale) : '',
  }
  return translate(locale)(claimedAt && reference ? 'portal.waiting' : 'portal.waiting_briefly', about)
}
