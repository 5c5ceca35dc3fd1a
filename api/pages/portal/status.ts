import { formatDate, type Locale } from '../../../common/kit/format.ts'
import type { SentenceKey } from '../../../common/kit/sentence-key.ts'
import type { PortalSubscription } from '../../../common/services/portal/list-subscriptions.ts'
import type { Project } from '../../../common/services/projects/project.ts'
import { planName } from '../../../common/services/text/names.ts'
import { priceLine } from '../../../common/services/text/price-line.ts'
import { translate } from '../../../common/services/text/translate.ts'

/** The state of a subscription as customers see it. */
export type State = 'active' | 'requested' | 'trialing' | 'trial_requested' | 'past_due' | 'canceled'

/** The values that sentences about a subscription need. */
export interface SentenceContext {
  project: Project
  locale: Locale
  /** The customer's time. */
  now: Date
}

/** Returns the state of a subscription as customers see it. */
export function stateOf({ subscription: { status, canceled_at: canceledAt } }: PortalSubscription): State {
  if (status === 'canceled' || status === 'past_due') return status
  if (canceledAt === null) return status
  return status === 'trialing' ? 'trial_requested' : 'requested'
}

const STATUS: Record<State, SentenceKey> = {
  active: 'portal.status_active',
  requested: 'portal.status_requested',
  trialing: 'portal.status_trialing',
  trial_requested: 'portal.status_trial_requested',
  past_due: 'portal.status_past_due',
  canceled: 'portal.status_canceled',
}

/** Returns the status of a subscription as text, such as "Active until 28 Feb 2027". */
export function statusLine(entry: PortalSubscription, { project, locale }: SentenceContext): string {
  const { current_period_end: end, ended_at: endedAt } = entry.subscription
  const state = stateOf(entry)
  const t = translate(locale)
  // Nothing else is certain until the payment is decided: it may be late, and its subscription overdue or canceled.
  if (entry.waiting) return t('portal.status_waiting')
  const date = state === 'canceled' ? new Date(endedAt ?? end) : lastDay(entry)
  return t(STATUS[state], { date: formatDate(date, project.timezone, locale) })
}

/** Returns the last day of access if no one acts. */
function lastDay({ subscription, graceEndsAt }: PortalSubscription): Date {
  const end = new Date(subscription.current_period_end)
  return subscription.status === 'past_due' ? (graceEndsAt ?? end) : end
}

/** Returns a sentence about the scheduled plan change, or null if no change is scheduled. */
export function scheduledLine(entry: PortalSubscription, context: SentenceContext): string | null {
  const { scheduled, subscription } = entry
  if (!scheduled) return null
  const { project, locale } = context
  const requested = stateOf(entry) === 'requested' || stateOf(entry) === 'trial_requested'
  return translate(locale)(requested ? 'portal.scheduled_requested' : 'portal.scheduled', {
    plan: planName(scheduled),
    price: priceLine(scheduled, project.currency, locale),
    date: formatDate(new Date(subscription.current_period_end), project.timezone, locale),
  })
}
