import type { AuditedObject } from '../../../common/domain/audit-log/audited.ts'
import { eventCsv } from '../../../common/domain/events/csv.ts'
import type { EventObject } from '../../../common/domain/events/object.ts'
import { eventTypes } from '../../../common/domain/events/types.ts'
import type { Row } from '../../pages/kit/row.ts'
import { toDevelopers } from '../developers/developers-view.ts'
import { codePart } from '../kit/code.ts'
import type { DetailDefinition } from '../kit/detail-view.ts'
import { menu } from '../kit/filters.ts'
import type { ListDefinition } from '../kit/list-view.ts'
import type { Presenter } from '../kit/presenter.ts'
import { tableOf } from '../kit/table.ts'
import { pathOfObject } from '../object-pages.ts'
import { type ListedDelivery, listedDeliveryColumns, pathOfDelivery } from '../webhooks/delivery-view.ts'

const ALL = '/developers/events'

/** Returns the object of an event with the address of its page. The object of a test event is the endpoint. */
function objectOf(
  { object, data }: EventObject,
  presenter: Presenter,
): { text: string; href?: string } | null {
  const id = data.object?.id
  if (id === undefined) return null // its time is over, so the payload was deleted
  const kind: AuditedObject = object === 'test' ? 'webhook_endpoint' : object
  const path = pathOfObject(kind, id)
  const { t } = presenter
  return {
    text: t('dashboard.audit.what', { object: t(`audit.object.${kind}`), id }),
    ...(path !== null && { href: presenter.page(path) }),
  }
}

/** The events of a project and mode. */
export const eventList = {
  path: ALL,
  state: 'dashboard_events',
  heading: 'dashboard.events.heading',
  back: toDevelopers,
  empty: 'dashboard.events.empty',
  filters: { type: menu('dashboard.events.type', eventTypes, (type) => type) },
  csv: eventCsv,
  href: ({ id }) => `${ALL}/${id}`,
  columns: [
    {
      label: 'dashboard.events.type',
      kind: 'what',
      isUnbroken: true,
      cell: ({ type, webhook_id: id }) => ({ text: type, hint: id }),
    },
    {
      ...{ label: 'dashboard.audit.object', kind: 'text' },
      cell: (event, presenter) => objectOf(event, presenter) ?? presenter.t('dashboard.events.deleted'),
    },
    { label: 'portal.date', kind: 'date', cell: ({ created_at: at }, presenter) => presenter.time(at) },
  ],
} as const satisfies ListDefinition<EventObject>

/** An event with its deliveries. */
export interface WholeEvent {
  event: EventObject
  deliveries: readonly ListedDelivery[]
}

/** The page of an event. */
export const eventDetail = {
  path: `${ALL}/:id`,
  state: 'dashboard_event',
  back: { path: ALL, label: 'dashboard.events.heading' },
  show: ({ event, deliveries }, presenter) => {
    const { t } = presenter
    const object = objectOf(event, presenter)
    const heading = t('dashboard.deliveries.heading')
    const facts: Row[] = [
      ...presenter.timeRow(t('portal.date'), event.created_at),
      { label: t('dashboard.deliveries.event'), text: event.webhook_id },
      ...(object ? [{ label: t('dashboard.audit.object'), ...object }] : []),
      { label: t('dashboard.events.sequence'), text: String(event.sequence) },
    ]
    return {
      heading: event.type,
      facts,
      sections: [
        {
          ...{ heading, none: t('dashboard.events.no_deliveries') },
          table: tableOf(deliveries, listedDeliveryColumns, presenter, {
            label: heading,
            href: pathOfDelivery,
          }),
        },
        {
          heading: t('dashboard.events.json'),
          ...(event.data.object === null
            ? { timeline: [], none: t('dashboard.events.no_payload') }
            : { part: codePart(JSON.stringify(event), t('dashboard.events.json')) }),
        },
      ],
    }
  },
} as const satisfies DetailDefinition<WholeEvent>
