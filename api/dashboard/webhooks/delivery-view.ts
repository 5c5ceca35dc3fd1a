import { deliveryCsv } from '../../../common/domain/webhooks/deliveries/csv.ts'
import type { DeliveryObject, DeliveryStatus } from '../../../common/domain/webhooks/deliveries/object.ts'
import { messageId } from '../../../common/domain/webhooks/sign.ts'
import type { WholeDelivery } from '../../../common/services/webhooks/deliveries/find-whole.ts'
import { row } from '../../pages/kit/row.ts'
import { codePart } from '../kit/code.ts'
import type { DetailDefinition, Notice, Part } from '../kit/detail-view.ts'
import { byId, chips } from '../kit/filters.ts'
import type { ListDefinition } from '../kit/list-view.ts'
import { problemText } from '../kit/no-response.ts'
import type { Presenter } from '../kit/presenter.ts'
import type { Column, Tone } from '../kit/table.ts'
import { durationOf } from '../requests/view.ts'

const ALL = '/developers/deliveries'
const STATUSES = ['pending', 'succeeded', 'failed', 'canceled'] as const satisfies readonly DeliveryStatus[]
const TONES: Record<DeliveryStatus, Tone> = {
  ...{ pending: 'neutral', succeeded: 'good', failed: 'bad', canceled: 'neutral' },
}

/** Returns the path of a delivery's page below the project and mode. */
export function pathOfDelivery({ id }: { id: number }): string {
  return `${ALL}/${id}`
}

function statusOf({ status }: DeliveryObject, { t }: Presenter): { text: string; tone: Tone } {
  return { text: t(`dashboard.deliveries.status_${status}`), tone: TONES[status] }
}

/** A delivery with the address of its endpoint now; null if the endpoint was deleted. */
export interface ListedDelivery extends DeliveryObject {
  url: string | null
}

/** Returns an address as a table shows it: nearly all begin with the same scheme. */
function withoutScheme(url: string): string {
  return url.replace(/^https:\/\//, '')
}

type Attempt = DeliveryObject['attempts'][number]

function resultOf({ status_code: code }: Attempt, { t }: Presenter): string {
  return code === null ? t('dashboard.deliveries.no_response') : String(code)
}

const endpointColumn: Column<ListedDelivery> = {
  label: 'dashboard.deliveries.endpoint',
  kind: 'text',
  cell: ({ endpoint_id: id, url }, presenter) =>
    url === null
      ? presenter.t('dashboard.deliveries.deleted_endpoint')
      : { text: withoutScheme(url), href: presenter.page(`/developers/webhooks/${id}`) },
}

/** The columns of a table of deliveries, without their endpoint. */
export const deliveryColumns: readonly Column<DeliveryObject>[] = [
  {
    label: 'dashboard.deliveries.event',
    kind: 'what',
    isUnbroken: true,
    cell: ({ event_type: type, event_id: id }) => ({ text: type, hint: messageId(id) }),
  },
  { label: 'portal.status', kind: 'state', cell: statusOf },
  {
    label: 'dashboard.deliveries.response',
    kind: 'text',
    cell: ({ attempts }, presenter) => {
      const { t } = presenter
      const last = attempts.at(-1)
      if (!last) return null
      const { length: count } = attempts
      const hints = [problemText(last.error, t), count > 1 ? t('dashboard.history.tries', { count }) : null]
      return { text: resultOf(last, presenter), hint: hints.filter(Boolean).join(' · ') || null }
    },
  },
  { label: 'portal.date', kind: 'date', cell: ({ created_at: at }, presenter) => presenter.time(at) },
]

/** The columns of a table of deliveries to several endpoints. */
export const listedDeliveryColumns: readonly Column<ListedDelivery>[] = [
  deliveryColumns[0]!,
  endpointColumn,
  ...deliveryColumns.slice(1),
]

/** The deliveries of a project and mode, or of one endpoint or event. */
export const deliveryList = {
  path: ALL,
  state: 'dashboard_deliveries',
  heading: 'dashboard.deliveries.heading',
  back: { path: '/developers/webhooks', label: 'dashboard.webhooks.heading' },
  empty: 'dashboard.deliveries.empty',
  filters: {
    status: chips('portal.status', STATUSES, (status, t) => t(`dashboard.deliveries.status_${status}`)),
    endpoint_id: byId('webhook_endpoint'),
    event_id: byId('event'),
  },
  csv: deliveryCsv,
  href: pathOfDelivery,
  columns: listedDeliveryColumns,
} as const satisfies ListDefinition<ListedDelivery>

export interface ShownDelivery extends WholeDelivery {
  now: Date
}

/** The page of a delivery. */
export const deliveryDetail = {
  path: `${ALL}/:id`,
  state: 'dashboard_delivery',
  back: { path: ALL, label: 'dashboard.deliveries.heading' },
  isAwaited: ({ delivery }) => delivery.status === 'pending',
  show: (whole, presenter) => {
    const { delivery, body, url, now } = whole
    const { t } = presenter
    const isSent = delivery.attempts.length > 0
    const isOver = delivery.status === 'canceled'
    return {
      heading: delivery.event_type,
      status: statusOf(delivery, presenter),
      notice: noticeOf(delivery, now, presenter),
      facts: [
        {
          ...{ label: t('dashboard.webhooks.url'), text: url ?? t('dashboard.deliveries.deleted_endpoint') },
          href: url === null ? null : presenter.page(`/developers/webhooks/${delivery.endpoint_id}`),
        },
        {
          ...{ label: t('dashboard.deliveries.event'), text: messageId(delivery.event_id) },
          href: presenter.page(`/developers/events/${delivery.event_id}`),
        },
        ...presenter.timeRow(t('dashboard.deliveries.created'), delivery.created_at),
        ...presenter.timeRow(t('dashboard.deliveries.next'), delivery.next_attempt_at),
      ],
      sections: [
        {
          heading: t('dashboard.deliveries.attempts'),
          ...(isSent
            ? { part: attemptsOf(delivery, presenter) }
            : { timeline: [], none: t(`dashboard.deliveries.${isOver ? 'nothing_sent' : 'no_attempts'}`) }),
        },
        { heading: t(`dashboard.deliveries.${isSent ? 'request_body' : 'body'}`), part: codePart(body) },
      ],
    }
  },
  actions: {
    resend: {
      needs: 'operate',
      button: ({ isActive }, { t }) =>
        isActive
          ? { label: t('dashboard.deliveries.resend'), hint: t('dashboard.deliveries.resend_hint') }
          : null,
    },
  },
} as const satisfies DetailDefinition<ShownDelivery>

/** Returns that an attempt is due, else the result of the last one; null without one, and after a first one that succeeded. */
function noticeOf(
  { attempts, status, next_attempt_at: next }: DeliveryObject,
  now: Date,
  presenter: Presenter,
): Notice | null {
  const { t } = presenter
  // Sending again makes the next attempt due at once.
  if (status === 'pending' && next !== null && new Date(next) <= now)
    return { text: t('dashboard.deliveries.on_its_way'), isGood: false, isNeutral: true }
  const last = attempts.at(-1)
  if (!last) return null
  const { status_code: code } = last
  const isGood = code !== null && code >= 200 && code < 300
  if (isGood && attempts.length === 1) return null
  const result =
    code === null
      ? t('dashboard.deliveries.got_nothing')
      : t('dashboard.deliveries.got_answer', { status: code })
  const sentence =
    attempts.length > 1 ? 'dashboard.deliveries.sent_again' : 'dashboard.deliveries.not_delivered'
  const problem = problemText(last.error, presenter.t)
  return { text: t(sentence, { result }), nextSteps: problem === null ? [] : [problem], isGood }
}

/** Returns the attempts, the newest first and open. */
function attemptsOf({ attempts }: DeliveryObject, presenter: Presenter): Part {
  const { t } = presenter
  const shown = attempts.map((attempt, at) => ({
    name: t('dashboard.deliveries.attempt', { number: at + 1 }),
    result: resultOf(attempt, presenter),
    open: at === attempts.length - 1,
    facts: [
      ...presenter.timeRow(t('portal.date'), attempt.attempted_at),
      {
        label: t('dashboard.requests.duration'),
        text: durationOf(attempt.duration_ms, t),
      },
      ...row(t('dashboard.deliveries.error'), problemText(attempt.error, presenter.t)),
    ],
    parts: [
      ...text(t('dashboard.deliveries.request_headers'), headersIn(attempt.request_headers)),
      ...text(t('dashboard.deliveries.response_headers'), headersIn(attempt.response_headers)),
      ...text(t('dashboard.deliveries.response_body'), attempt.response_body),
    ],
  }))
  return { template: 'dashboard/webhooks/attempts', view: { attempts: shown.reverse() } }
}

function text(heading: string, content: string | null): { heading: string; text: string }[] {
  return content === null || content === '' ? [] : [{ heading, text: content }]
}

function headersIn(headers: Record<string, string> | null): string | null {
  if (headers === null) return null
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
}
