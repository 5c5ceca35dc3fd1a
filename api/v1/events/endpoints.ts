import Joi from 'joi'
import { event } from '../../../common/domain/events/object.ts'
import { eventObjects, eventTypes } from '../../../common/domain/events/types.ts'
import { wholeNumber } from '../../../common/kit/values.ts'
import { getEvent } from '../../../common/services/events/find.ts'
import { type EventFilter, listEvents } from '../../../common/services/events/list.ts'
import { continueAfter, safeAfter, seenEvents } from '../../../common/services/events/safe-after.ts'
import { onConnection } from '../../../db/sql.ts'
import { type Endpoint, reads } from '../../endpoint.ts'
import { queryId } from '../../fields.ts'
import { listOf, one } from '../../openapi/reply.ts'
import { listAnswer, listQuery } from '../../page.ts'

const eventQuery = listQuery<EventFilter>({
  type: Joi.string()
    .valid(...eventTypes)
    .description('Only events of this type.'),
  object: Joi.string()
    .valid(...eventObjects)
    .description('Only events about this kind of object.'),
  object_id: queryId().description('Only events about objects with this id; use it with `object`.'),
})

const SAFE_AFTER = wholeNumber('No new event can appear up to this id. Continue from here.', 501)

export const eventEndpoints: Endpoint[] = [
  reads(
    {
      method: 'get',
      path: '/events',
      name: 'listEvents',
      summary: 'List events',
      description:
        'Newest first; with `after`, oldest first. To catch up, request again with `after` set to `meta.safe_after`. No new event can appear up to that id.',
      answers: { 200: listOf(event, { safe_after: SAFE_AFTER }) },
      refuses: ['unsupported_filter_combination'],
      paths: { unsupported_filter_combination: 'type' },
      query: eventQuery,
    },
    async (request) => {
      const query = request.query()
      return onConnection(async (sql) => {
        if (query.after !== undefined) {
          const { meta, ...answer } = listAnswer(request, await listEvents(sql, request.scope, query))
          const next = await continueAfter(sql, request.scope, query.after, answer.data)
          return { ...answer, meta: { ...meta, safe_after: next } }
        }
        const seen = await seenEvents(sql, request.scope, query)
        const { meta, ...answer } = listAnswer(request, await listEvents(sql, request.scope, query))
        return { ...answer, meta: { ...meta, safe_after: await safeAfter(sql, seen) } }
      })
    },
  ),
  reads(
    {
      method: 'get',
      path: '/events/:event_id',
      name: 'retrieveEvent',
      summary: 'Retrieve an event',
      answers: { 200: one(event) },
      refuses: [],
    },
    async (request) => ({
      data: await onConnection((sql) => getEvent(sql, request.scope, request.id('event_id'))),
    }),
  ),
]
