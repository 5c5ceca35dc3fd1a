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
  const moments = [...own, ...entries.map((entry) => momentOf(entry, presenter))]
  moments.sort((one, other) => new Date(one.at).getTime() - new Date(other.at).getTime()).reverse()
  return withFolds(moments, presenter)
}

/** Folds messages to the shop's server that arrived, if several follow each other: only developers read them. */
function withFolds(moments: readonly MessageOrMoment[], { t }: Presenter): Moment[] {
  const groups: MessageOrMoment[][] = []
  for (const moment of moments) {
    const last = groups.at(-1)
    if (moment.hasArrived && last?.[0]?.hasArrived) last.push(moment)
    else groups.push([moment])
  }
  return groups.map((group) =>
    group.length === 1
      ? group[0]!
      : { at: group[0]!.at, text: t('dashboard.history.messages', { count: group.length }), folded: group },
  )
}

/** `hasArrived`: it is a message that the shop's server has received. */
type MessageOrMoment = Moment & { hasArrived?: true }

function momentOf(entry: HistoryEntry, presenter: Presenter): MessageOrMoment {
  const { t } = presenter
  const { at } = entry
  switch (entry.kind) {
    case 'event':
      return {
        ...{ at, text: t(`dashboard.event.${entry.type}`) },
        tone: isFailure(entry.type) ? 'bad' : null,
      }
    case 'attempt': {
      const { type, statusCode: status, error, deliveryId } = entry
      const href = presenter.page(`/developers/deliveries/${deliveryId}`)
      const event = t(`dashboard.event.${type}`)
      if (status === null)
        return {
          ...{ at, href, tone: 'bad', text: t('dashboard.history.no_answer', { event }) },
          hint: problemText(error, t),
        }
      return isDelivered({ statusCode: status })
        ? { at, href, text: t('dashboard.history.answer', { event }), hasArrived: true }
        : {
            ...{ at, href, tone: 'bad', text: t('dashboard.history.not_accepted', { event }) },
            hint: t('dashboard.history.status', { status }),
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
