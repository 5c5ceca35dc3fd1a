import { isFailure } from '../../../common/domain/events/types.ts'
import { isDelivered } from '../../../common/domain/webhooks/settle.ts'
import type { HistoryEntry } from '../../../common/services/history/find.ts'
import type { Moment } from './detail-view.ts'
import { problemText } from './no-response.ts'
import type { Presenter } from './presenter.ts'

/** Returns the moments of a timeline: `own` are changes of the object itself. Newest first, like the changes below it. */
export function timelineOf(
  own: readonly Moment[],
  entries: readonly HistoryEntry[],
  presenter: Presenter,
): Moment[] {
  const moments = [...own, ...lastAttempts(entries).map((entry) => momentOf(entry, presenter))]
  moments.sort((one, other) => new Date(one.at).getTime() - new Date(other.at).getTime()).reverse()
  return withFolds(moments, presenter)
}

/**
 * Returns only the last attempt of each delivery, with their number: a server that fails must not hide what happened to the money.
 * `entries` are sorted, the oldest first. The page of the delivery has all attempts.
 */
function lastAttempts(entries: readonly HistoryEntry[]): CountedEntry[] {
  const counted = new Map<number, { tries: number }>()
  const last: CountedEntry[] = []
  for (const entry of entries.toReversed()) {
    const later = entry.kind === 'attempt' ? counted.get(entry.deliveryId) : undefined
    if (later) later.tries += 1
    else {
      const shown = { ...entry, tries: 1 }
      if (entry.kind === 'attempt') counted.set(entry.deliveryId, shown)
      last.push(shown)
    }
  }
  return last.reverse()
}

/** `tries`: the number of attempts of its delivery. */
type CountedEntry = HistoryEntry & { tries: number }

/**
 * Folds messages to the shop's server that arrived, if there are several on a day: only developers read them, so they come last
 * on it, and do not stand between what happened to the money.
 */
function withFolds(moments: readonly MessageOrMoment[], presenter: Presenter): Moment[] {
  const days = new Map<string, MessageOrMoment[]>()
  for (const moment of moments) {
    const day = presenter.date(moment.at)
    days.set(day, [...(days.get(day) ?? []), moment])
  }
  return [...days.values()].flatMap((all) => {
    const arrived = all.filter(({ hasArrived }) => hasArrived)
    if (arrived.length < 2) return all
    const text = presenter.t('dashboard.history.messages', { count: arrived.length })
    return [...all.filter(({ hasArrived }) => !hasArrived), { at: arrived[0]!.at, text, folded: arrived }]
  })
}

/** `hasArrived`: it is a message that the shop's server has received. */
type MessageOrMoment = Moment & { hasArrived?: true }

function momentOf(entry: CountedEntry, presenter: Presenter): MessageOrMoment {
  const { t } = presenter
  const { at } = entry
  switch (entry.kind) {
    case 'event':
      return {
        ...{
          at,
          text: t(entry.change ? `dashboard.change.${entry.change}` : `dashboard.event.${entry.type}`),
        },
        tone: isFailure(entry.type) ? 'bad' : null,
      }
    case 'attempt': {
      const { type, statusCode: status, error, deliveryId } = entry
      const href = presenter.page(`/developers/deliveries/${deliveryId}`)
      const event = t(`dashboard.event.${type}`)
      const { tries } = entry
      const withTries = (hint: string | null) =>
        tries === 1
          ? hint
          : [hint, t('dashboard.history.tries', { count: tries })].filter(Boolean).join(' · ')
      if (status === null)
        return {
          ...{ at, href, tone: 'bad', text: t('dashboard.history.no_answer', { event }) },
          hint: withTries(problemText(error, t)),
        }
      return isDelivered({ statusCode: status })
        ? {
            ...{ at, href, text: t('dashboard.history.answer', { event }), hasArrived: true },
            hint: withTries(null),
          }
        : {
            ...{ at, href, tone: 'bad', text: t('dashboard.history.not_accepted', { event }) },
            hint: withTries(t('dashboard.history.status', { status })),
          }
    }
    case 'email': {
      const email = t(`dashboard.email.${entry.email}`)
      // The address of an erased customer is empty.
      const to = entry.recipient || t('dashboard.history.no_address')
      return {
        ...{ at, text: t(`dashboard.history.email_${entry.status}`, { email, to }) },
        tone: entry.status === 'failed' ? 'bad' : null,
      }
    }
  }
}
