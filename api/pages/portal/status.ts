import { DAY } from '../../../common/kit/time.ts'
import type { Holding } from '../../../common/portal/list-holdings.ts'
import type { PriceObject } from '../../../common/products/present.ts'
import type { Project } from '../../../common/projects/project.ts'
import { dayOf } from '../../../common/subscriptions/rules/calendar.ts'
import { formatAmount, formatDate, words } from '../words.ts'
import type { Locale, WordKey } from '../words.ts'

/** What decides how a subscription is spoken of. */
export type State = 'active' | 'requested' | 'trialing' | 'past_due' | 'canceled'

export interface Spoken {
  project: Project
  locale: Locale
  /** The customer's time. */
  now: Date
}

export function stateOf({ subscription: { status, canceled_at: canceledAt } }: Holding): State {
  if (status === 'canceled' || status === 'past_due') return status
  return canceledAt === null ? status : 'requested'
}

const STATUS: Record<State, WordKey> = {
  active: 'portal.status_active',
  requested: 'portal.status_requested',
  trialing: 'portal.status_trialing',
  past_due: 'portal.status_past_due',
  canceled: 'portal.status_canceled',
}

/** How a subscription stands, in a few words: "Active until 28 Feb 2027". */
export function statusLine(holding: Holding, { project, locale, now }: Spoken): string {
  const { current_period_end: end, ended_at: endedAt } = holding.subscription
  const state = stateOf(holding)
  const zone = project.timezone
  const until = state === 'canceled' ? (endedAt ?? end) : end
  const date = state === 'past_due' ? (holding.graceEndsAt ?? new Date(end)) : new Date(until)
  const overdue = Math.round((Date.parse(dayOf(now, zone)) - Date.parse(dayOf(new Date(end), zone))) / DAY)
  return words(locale)(STATUS[state], { date: formatDate(date, zone, locale), count: Math.max(1, overdue) })
}

/** What has been arranged for the time after the next renewal, where anything has. */
export function scheduledLine({ scheduled, subscription }: Holding, spoken: Spoken): string | null {
  if (!scheduled) return null
  const { project, locale } = spoken
  return words(locale)('portal.scheduled', {
    plan: scheduled.product.name,
    price: priceLine(scheduled, spoken),
    date: formatDate(new Date(subscription.current_period_end), project.timezone, locale),
  })
}

/** `₮30,000 a month`. */
export function priceLine(price: PriceObject, { project, locale }: Omit<Spoken, 'now'>): string {
  const amount = formatAmount(price.unit_amount, project.currency, locale)
  const { recurring_interval: unit, recurring_interval_count: count } = price
  return unit ? words(locale)(`order.per_${unit}`, { amount, count: count ?? 1 }) : amount
}
