import Joi from 'joi'
import { eventOf, listEvents } from '../../../common/events/find-events.ts'
import type { EventFilter } from '../../../common/events/find-events.ts'
import { eventObjects, eventTypes } from '../../../common/events/rules/types.ts'
import { safeAfter, seenEvents } from '../../../common/events/safe-after.ts'
import { PER_PAGE } from '../../../db/page.ts'
import { read } from '../../../db/sql.ts'
import { reads } from '../../endpoint.ts'
import type { Endpoint } from '../../endpoint.ts'
import { fields, queryId, wrong } from '../../fields.ts'
import type { ListQuery } from '../../page.ts'
import { listAnswer, PAGE_FIELD } from '../../page.ts'
import { listOf, one } from '../../openapi/shape.ts'
import { event } from '../../openapi/shapes/event.ts'
import { wholeNumber } from '../../openapi/values.ts'

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
        : wrong(helpers, 'must be the id of an event, or 0'),
    )
    .messages({ 'any.custom.say': '{#say}' })
    .meta({ type: 'integer', minimum: 0 })
}

const SAFE_AFTER = wholeNumber('Up to this id nothing can appear any more: go on from here.')

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
      const [seen, found] = await read(async (sql) => [
        await seenEvents(sql, request, filter, after, page * PER_PAGE),
        await listEvents(sql, request, filter, after, page),
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
      data: await read((sql) => eventOf(sql, request, request.id('event_id'))),
    }),
  ),
]
