import { expect } from 'chai'
import { numbers } from '../../bench/fill/numbers.ts'
import { Refusal } from '../../common/kit/refusal.ts'
import { getProject } from '../../common/services/projects/find.ts'
import type { Scope } from '../../common/services/projects/project.ts'
import { findRequest } from '../../common/services/request-log/find.ts'
import { findRequestsById, listRequests, type RequestFilter } from '../../common/services/request-log/list.ts'
import { onConnection, type Sql } from '../../db/sql.ts'
import { givenMerchant } from '../support/given/merchant.ts'

const ROWS = 40_000
/** The token of half of the requests. These have one method, and half of them have failed. */
const TOKEN = 900_001

/** Returns the entries of tables and indexes that `work` reads. */
async function readsOf(sql: Sql, work: () => Promise<unknown>): Promise<number> {
  await sql.run('FLUSH STATUS')
  await work()
  const rows = await sql.rows<{ Value: string }>("SHOW SESSION STATUS LIKE 'Handler_read%'")
  return rows.reduce((sum, { Value }) => sum + Number(Value), 0)
}

describe('the list of API requests, for a project with 40,000 of them', () => {
  let scope: Scope

  before(async () => {
    const { projectId } = await givenMerchant()
    scope = await onConnection(async (sql) => ({ project: await getProject(sql, projectId), isTest: true }))
    const last = new Date()
    await onConnection(async (sql) => {
      await sql.run(
        `INSERT INTO api_requests (project_id, is_test, token_id, request_id, method, path, status, is_failed, duration_ms, created_at)
         SELECT ${projectId}, 1, IF(seq MOD 2 = 0, ${TOKEN}, seq), CONCAT('r-', seq), IF(seq MOD 2 = 0, 'POST', 'GET'), '/v1', 200,
           seq DIV 2 MOD 2, 5, ? - INTERVAL ${ROWS} - seq SECOND FROM ${numbers(1, ROWS)}`,
        [last],
      )
      await sql.run(
        `INSERT INTO audit_log (project_id, is_test, actor, operation, object, object_id, \`change\`, request_id, created_at)
         SELECT ${projectId}, 1, 'token', 'x', 'customer', seq, 'created', CONCAT('r-', seq), ? - INTERVAL ${ROWS} - seq SECOND
         FROM ${numbers(1, ROWS)}`,
        [last],
      )
      await sql.run('ANALYZE TABLE api_requests, audit_log')
    })
  })

  const filters: RequestFilter[] = [
    {},
    { is_failed: true },
    { method: 'POST' },
    { token_id: TOKEN },
    { method: 'POST', is_failed: true },
    { token_id: TOKEN, is_failed: false },
    { token_id: 7, method: 'GET', is_failed: true },
    { 'created[gte]': new Date('2026-01-01T00:00:00Z') },
  ]
  for (const filter of filters)
    it(`reads few rows for ${JSON.stringify(filter)}`, async () => {
      const query = { limit: 50, before: Number.MAX_SAFE_INTEGER, ...filter }
      const found = await onConnection((sql) => listRequests(sql, scope, query))
      expect(found.items.length).to.be.greaterThan(0)
      const reads = await onConnection((sql) => readsOf(sql, () => listRequests(sql, scope, query)))
      expect(reads).to.be.below(1_000)
    })

  it('is refused for filters that many rows have, but few together', async () => {
    const filter = { limit: 50, before: Number.MAX_SAFE_INTEGER, token_id: TOKEN, method: 'POST' }
    const thrown = await onConnection((sql) => listRequests(sql, scope, filter)).catch(
      (error: unknown) => error,
    )
    expect(thrown).to.be.instanceOf(Refusal)
  })

  it('reads few rows for a request id, and for what a request changed', async () => {
    await onConnection(async (sql) => {
      const [found] = await findRequestsById(sql, scope, 'r-20000')
      const whole = await findRequest(sql, scope, found!.id)
      expect(whole!.changed).to.deep.equal([{ object: 'customer', object_id: 20_000, change: 'created' }])
      expect(await readsOf(sql, () => findRequestsById(sql, scope, 'r-20000'))).to.be.below(20)
      expect(await readsOf(sql, () => findRequest(sql, scope, found!.id))).to.be.below(100)
    })
  })
})
