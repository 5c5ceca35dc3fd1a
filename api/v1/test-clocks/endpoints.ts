import { testClock } from '../../../common/domain/test-clocks/object.ts'
import { deleted } from '../../../common/kit/deleted.ts'
import { deleteClock } from '../../../common/services/operations/delete-clock.ts'
import { advanceClock } from '../../../common/services/test-clocks/advance.ts'
import { createClock } from '../../../common/services/test-clocks/create.ts'
import { getClock } from '../../../common/services/test-clocks/find.ts'
import { listClocks } from '../../../common/services/test-clocks/list.ts'
import { readList } from '../../../db/replica.ts'
import { onConnection } from '../../../db/sql.ts'
import { type Endpoint, reads, writes } from '../../endpoint.ts'
import { listOf, one } from '../../openapi/reply.ts'
import { listAnswer } from '../../page.ts'
import { advanceBody, testClockBody, testClockQuery } from './schema.ts'

const ONE = '/test-clocks/:test_clock_id'

export const testClockEndpoints: Endpoint[] = [
  writes(
    {
      method: 'post',
      path: '/test-clocks',
      name: 'createTestClock',
      summary: 'Create a test clock',
      description:
        'The checkouts, payments, invoices and subscriptions of customers created with its id use its time. For test tokens only.',
      answers: { 201: one(testClock) },
      refuses: [],
      body: testClockBody,
    },
    async (tx, request) => ({ status: 201, data: await createClock(tx, request.scope, request.draft) }),
  ),
  reads(
    {
      method: 'get',
      path: '/test-clocks',
      name: 'listTestClocks',
      summary: 'List test clocks',
      answers: { 200: listOf(testClock) },
      refuses: [],
      query: testClockQuery,
    },
    async (request) => {
      const query = request.query()
      return listAnswer(request, await readList(query, (sql) => listClocks(sql, request.scope, query)))
    },
  ),
  reads(
    {
      method: 'get',
      path: ONE,
      name: 'retrieveTestClock',
      summary: 'Retrieve a test clock',
      answers: { 200: one(testClock) },
      refuses: [],
    },
    async (request) => ({
      data: await onConnection((sql) => getClock(sql, request.scope, request.id('test_clock_id'))),
    }),
  ),
  writes(
    {
      method: 'post',
      path: `${ONE}/advance`,
      name: 'advanceTestClock',
      summary: 'Advance a test clock',
      description:
        'All reminders, expiries and ends up to that time happen in order, each at its own time, with its emails and events. Wait until `status` is `ready` again: changes for its customers in the meantime happen at the time that the clock shows then.',
      answers: { 200: one(testClock) },
      refuses: ['test_clock_busy', 'test_clock_backwards'],
      body: advanceBody,
    },
    async (tx, request) => ({
      status: 200,
      data: await advanceClock(tx, request.scope, request.id('test_clock_id'), request.draft),
    }),
  ),
  writes(
    {
      method: 'delete',
      path: ONE,
      name: 'deleteTestClock',
      summary: 'Delete a test clock',
      description:
        'Deletes the clock and erases its customers. First their open checkouts expire, invoices become void and subscriptions are canceled.',
      answers: { 200: one(deleted) },
      refuses: [],
    },
    async (tx, request) => ({
      status: 200,
      data: await deleteClock(tx, request.scope, request.id('test_clock_id')),
    }),
  ),
]
