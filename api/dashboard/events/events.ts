import type { Router } from 'express'
import { findEvent } from '../../../common/services/events/find.ts'
import { listEvents } from '../../../common/services/events/list.ts'
import { listDeliveries } from '../../../common/services/webhooks/deliveries/list.ts'
import { onConnection } from '../../../db/sql.ts'
import { detailPage } from '../kit/detail.ts'
import { newest } from '../kit/filters.ts'
import { listPage } from '../kit/list.ts'
import { withUrls } from '../webhooks/deliveries.ts'
import { eventDetail, eventList } from './view.ts'

/** Number of deliveries on the page of an event. There is one for each endpoint. */
const SHOWN = 50

const eventsPage = listPage({
  ...eventList,
  find: (sql, scope, query) => listEvents(sql, scope, query),
})

const eventPage = detailPage({
  ...eventDetail,
  find: ({ scope }, id) =>
    onConnection(async (sql) => {
      const event = await findEvent(sql, scope, id)
      if (!event) return null
      const query = { event_id: id, ...newest(SHOWN) }
      const { items } = await listDeliveries(sql, scope, query)
      return { event, deliveries: await withUrls(sql, items) }
    }),
})

/** The events, and their deliveries. */
export const eventPages: readonly Router[] = [eventsPage, eventPage]
