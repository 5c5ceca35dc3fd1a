import type { CancellationReason } from '../../../common/domain/subscriptions/object.ts'
import { formatAmount, formatDate, formatDateTime } from '../../../common/kit/format.ts'
import type { SentenceKey } from '../../../common/kit/sentence-key.ts'
import type { PortalSubscription } from '../../../common/services/portal/list-subscriptions.ts'
import { shortName } from '../../../common/services/text/names.ts'
import { translate } from '../../../common/services/text/translate.ts'
import { scheduledLine, type Spoken, type State, stateOf } from './status.ts'

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

/** What happens next if nobody acts, and what has been arranged; of what has ended, why, and whether there is a way back. */
export function nextOf(holding: PortalSubscription, spoken: Spoken, again: Again): string[] {
  const { project, locale } = spoken
  const { subscription } = holding
  const t = translate(locale)
  const shop = shortName(project)
  const state = stateOf(holding)
  if (state === 'canceled') {
    const reason = subscription.cancellation_reason
    return [...(reason ? [t(ENDED[reason])] : []), t(AGAIN[again], { shop })]
  }
  const date = formatDate(new Date(subscription.current_period_end), project.timezone, locale)
  const arranged = scheduledLine(holding, spoken)
  const waits = waitingLines(holding, spoken)
  return [
    ...(waits.length > 0 ? waits : [t(NEXT[state], { date })]),
    ...(arranged === null ? [] : [arranged]),
  ]
}

/** What comes of a reported transfer that waits, also where it was canceled meanwhile; nothing where none does. */
export function waitingLines(holding: PortalSubscription, spoken: Spoken): string[] {
  const { waiting } = holding
  if (!waiting) return []
  const state = stateOf(holding)
  const requested = state === 'requested' || state === 'trial_requested'
  return [
    transferLine(waiting, spoken),
    ...(requested ? [translate(spoken.locale)('portal.waiting_requested')] : []),
  ]
}

/** What can be had in place of what has ended: the same, another plan, nothing; or it is held again. */
export type Again = 'same' | 'other' | 'none' | 'held'

const AGAIN: Record<Again, SentenceKey> = {
  same: 'portal.next_canceled',
  other: 'portal.again_other',
  none: 'portal.again_none',
  held: 'portal.again_held',
}

function transferLine(
  waiting: NonNullable<PortalSubscription['waiting']>,
  { project, locale }: Spoken,
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
