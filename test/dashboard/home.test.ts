import { expect } from 'chai'
import { DAY, later } from '../../common/kit/time.ts'
import { findProject } from '../../common/services/projects/find.ts'
import type { Scope } from '../../common/services/projects/project.ts'
import { findTasks } from '../../common/services/tasks/find-tasks.ts'
import { insert } from '../../db/rows.ts'
import { onConnection, type Sql } from '../../db/sql.ts'
import { givenMerchant } from '../support/given/merchant.ts'

const NOW = new Date('2026-08-12T11:04:00Z')

async function givenScope(): Promise<Scope> {
  const { projectId } = await givenMerchant()
  const project = await onConnection((sql) => findProject(sql, projectId))
  return { project: project!, isTest: false }
}

function write(table: string, { project, isTest }: Scope, row: object): Promise<number> {
  const own = { project_id: project.id, is_test: isTest, created_at: NOW, updated_at: NOW }
  return onConnection((sql) => insert(sql, table, { ...own, ...row }))
}

const transfer = {
  ...{ method: 'bank_transfer', status: 'pending', amount: 25_000, currency: 'MNT' },
  ...{ payable_type: 'checkout', payable_id: 1, claimed_at: NOW },
}

describe('the tasks on the first page', () => {
  it('are none in an empty shop', async () => {
    const scope = await givenScope()
    const tasks = await onConnection((sql) => findTasks(sql, scope, NOW))
    expect(Object.values(tasks).map(({ count }) => count)).to.deep.equal([0, 0, 0, 0, 0])
    expect(tasks.transfers).to.deep.equal({ count: 0, sum: 0, since: null })
  })

  it('are counted with sums and the oldest time, in one project and mode', async () => {
    const scope = await givenScope()
    for (const other of [await givenScope(), { ...scope, isTest: true }])
      await write('payments', other, transfer)
    const old = later(NOW, -3 * DAY)
    await write('payments', scope, { ...transfer, claimed_at: old })
    await write('payments', scope, { ...transfer, amount_received: 5_000 })
    await write('payments', scope, { ...transfer, status: 'paid' })
    await write('payments', scope, { ...transfer, status: 'refund_required', amount_received: 30_000 })
    const invoice = { token: 'x', status: 'open', amount: 7_000, currency: 'MNT' }
    await write('invoices', scope, { ...invoice, due_date: old })
    await write('invoices', scope, { ...invoice, due_date: later(NOW, 1) })
    await write('invoices', scope, { ...invoice, status: 'paid', due_date: old })
    const endpoint = { url: 'https://x.mn/', secret: Buffer.from('x'), failing_since: old }
    await write('webhook_endpoints', scope, { ...endpoint, failures: 5 })
    await write('webhook_endpoints', scope, { ...endpoint, failures: 4 })
    await write('webhook_endpoints', scope, { ...endpoint, failures: 9, active: false })
    await write('webhook_endpoints', scope, { ...endpoint, failures: 9, deleted_at: NOW })

    const tasks = await onConnection((sql) => findTasks(sql, scope, NOW))
    expect(tasks).to.deep.equal({
      transfers: { count: 2, sum: 45_000, since: old },
      refunds: { count: 1, sum: 30_000, since: NOW },
      endpoints: { count: 1, sum: 0, since: old },
      invoices: { count: 1, sum: 7_000, since: old },
      subscriptions: { count: 0, sum: 0, since: null },
    })
  })

  it('take five statements, none of which scans a table', async () => {
    const scope = await givenScope()
    const statements: { text: string; values: unknown[] }[] = []
    await onConnection(async (sql) => {
      const seen = Object.create(sql) as Sql
      seen.row = ((text: string, values: unknown[]) => {
        statements.push({ text, values })
        return sql.row(text, values as never)
      }) as Sql['row']
      await findTasks(seen, scope, NOW)
    })
    expect(statements).to.have.length(5)
    for (const { text, values } of statements) {
      const [step] = await onConnection((sql) =>
        sql.rows<{ type: string; key: string | null }>(`EXPLAIN ${text}`, values as never),
      )
      expect(step?.type, text).to.be.oneOf(['ref', 'range'])
      expect(step?.key, text).to.match(/_status$|_live$/)
    }
  })
})
