import { advanceClock } from '../../../common/clocks/advance-clock.ts'
import { createClock } from '../../../common/clocks/create-clock.ts'
import { deleteClock } from '../../../common/clocks/delete-clock.ts'
import { clockOf, listClocks, presentClock } from '../../../common/clocks/find-clock.ts'
import { read } from '../../../db/sql.ts'
import { reads, writes } from '../../endpoint.ts'
import type { Endpoint } from '../../endpoint.ts'
import { listOf, one } from '../../openapi/shape.ts'
import { deleted } from '../../openapi/shapes/deleted.ts'
import { testClock } from '../../openapi/shapes/test-clock.ts'
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
        'Customers created with its id live on it: their checkouts, payments, invoices and subscriptions go by its time. For test tokens only.',
      answers: { 201: one(testClock) },
      refuses: [],
      body: testClockBody,
    },
    async (tx, request) => ({ status: 201, data: await createClock(tx, request, request.draft) }),
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
      const { page } = request.query()
      return listAnswer(request, await read((sql) => listClocks(sql, request, page)))
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
      data: presentClock(await read((sql) => clockOf(sql, request, request.id('test_clock_id')))),
    }),
  ),
  writes(
    {
      method: 'post',
      path: `${ONE}/advance`,
      name: 'advanceTestClock',
      summary: 'Advance a test clock',
      description:
        'Every reminder, expiry and end on the way happens in order, each at its own time, with its letters and events. Wait until `status` is `ready` again: what you write for its customers meanwhile happens at the time it then shows.',
      answers: { 200: one(testClock) },
      refuses: ['test_clock_busy', 'test_clock_backwards'],
      body: advanceBody,
    },
    async (tx, request) => ({
      status: 200,
      data: await advanceClock(tx, request, request.id('test_clock_id'), request.draft),
    }),
  ),
  writes(
    {
      method: 'delete',
      path: ONE,
      name: 'deleteTestClock',
      summary: 'Delete a test clock',
      description:
        'Its customers are erased with it. What is open for them ends first: checkouts expire, invoices are void, subscriptions are canceled.',
      answers: { 200: one(deleted) },
      refuses: [],
    },
    async (tx, request) => ({
      status: 200,
      data: await deleteClock(tx, request, request.id('test_clock_id')),
    }),
  ),
]
