import Joi from 'joi'
import { getEvent } from '../../../common/events/find.ts'
import { type EventFilter, listEvents } from '../../../common/events/list.ts'
import { event } from '../../../common/events/object.ts'
import { eventObjects, eventTypes } from '../../../common/events/rules/types.ts'
import { safeAfter, seenEvents } from '../../../common/events/safe-after.ts'
import { wholeNumber } from '../../../common/kit/values.ts'
import { PER_PAGE } from '../../../db/page.ts'
import { onConnection } from '../../../db/sql.ts'
import { type Endpoint, reads } from '../../endpoint.ts'
import { fields, invalid, queryId } from '../../fields.ts'
import { listOf, one } from '../../openapi/reply.ts'
import { listAnswer, type ListQuery, PAGE_FIELD } from '../../page.ts'

const eventQuery = fields<ListQuery & EventFilter & { after?: number }>({
  ...PAGE_FIELD,
  type: Joi.string()
    .valid(...eventTypes)
    .description('Only events of this type.'),
  object: Joi.string()
    .valid(...eventObjects)
    .description('Only events about this kind of object.'),
  object_id: queryId().description('Only events about objects with this id; use it with `object`.'),
  after: startingPoint().description('Only events after this one, oldest first; 0 is before the first.'),
})

/** The id of an event, which need not exist; 0 is before the first. */
function startingPoint() {
  return Joi.any()
    .custom((value: unknown, helpers) =>
      typeof value === 'string' && /^\d{1,15}$/.test(value)
        ? Number(value)
        : invalid(helpers, 'must be the id of an event, or 0'),
    )
    .messages({ 'any.custom.say': '{#say}' })
    .meta({ type: 'integer', minimum: 0 })
}

const SAFE_AFTER = wholeNumber('Up to this id nothing can appear any more: go on from here.', 501)

export const eventEndpoints: Endpoint[] = [
  reads(
    {
      method: 'get',
      path: '/events',
      name: 'listEvents',
      summary: 'List events',
      description:
        'Newest first; with `after`, oldest first. To catch up, ask again with `after` set to `meta.safe_after`: below that id nothing can appear any more.',
      answers: { 200: listOf(event, { safe_after: SAFE_AFTER }) },
      refuses: [],
      query: eventQuery,
    },
    async (request) => {
      const { page = 1, after, ...filter } = request.query()
      const [seen, found] = await onConnection(async (sql) => [
        await seenEvents(sql, request.scope, filter, after, page * PER_PAGE),
        await listEvents(sql, request.scope, filter, after, page),
      ])
      const { meta, ...answer } = listAnswer(request, found)
      return { ...answer, meta: { ...meta, safe_after: await safeAfter(seen) } }
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
