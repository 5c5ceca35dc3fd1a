import { dayOf } from '../../../common/domain/subscriptions/calendar.ts'
import { formatDate, formatShortDate, type Locale } from '../../../common/kit/format.ts'
import type { SentenceKey } from '../../../common/kit/sentence-key.ts'
import { DAY } from '../../../common/kit/time.ts'
import type { PortalSubscription } from '../../../common/services/portal/list-subscriptions.ts'
import type { Project } from '../../../common/services/projects/project.ts'
import { planName } from '../../../common/services/text/names.ts'
import { priceLine } from '../../../common/services/text/price-line.ts'
import { translate } from '../../../common/services/text/translate.ts'

/** What decides how a subscription is spoken of. */
export type State = 'active' | 'requested' | 'trialing' | 'trial_requested' | 'past_due' | 'canceled'

export interface Spoken {
  project: Project
  locale: Locale
  /** The customer's time. */
  now: Date
}

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

/** How a subscription stands, in a few words: "Active until 28 Feb 2027". */
export function statusLine(holding: PortalSubscription, { project, locale, now }: Spoken): string {
  const { current_period_end: end, ended_at: endedAt } = holding.subscription
  const state = stateOf(holding)
  const zone = project.timezone
  const t = translate(locale)
  // Its end is held back until the transfer is decided about.
  if (holding.waiting && lastDay(holding) <= now) return t('portal.status_waiting')
  const date = state === 'canceled' ? new Date(endedAt ?? end) : lastDay(holding)
  const overdue = Math.round((Date.parse(dayOf(now, zone)) - Date.parse(dayOf(new Date(end), zone))) / DAY)
  return t(STATUS[state], { date: formatShortDate(date, zone, locale), count: Math.max(1, overdue) })
}

/** Until when it gives access if nobody acts. */
function lastDay({ subscription, graceEndsAt }: PortalSubscription): Date {
  const end = new Date(subscription.current_period_end)
  return subscription.status === 'past_due' ? (graceEndsAt ?? end) : end
}

/** What has been arranged for the time after the next renewal, where anything has. */
export function scheduledLine(holding: PortalSubscription, spoken: Spoken): string | null {
  const { scheduled, subscription } = holding
  if (!scheduled) return null
  const { project, locale } = spoken
  const requested = stateOf(holding) === 'requested' || stateOf(holding) === 'trial_requested'
  return translate(locale)(requested ? 'portal.scheduled_requested' : 'portal.scheduled', {
    plan: planName(scheduled),
    price: priceLine(scheduled, project.currency, locale),
    date: formatDate(new Date(subscription.current_period_end), project.timezone, locale),
  })
}
