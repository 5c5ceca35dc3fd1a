import { expect } from 'chai'
import { numbers } from '../../bench/fill/numbers.ts'
import { run } from '../../cli/run.ts'
import { HOUR, later, MINUTE } from '../../common/kit/time.ts'
import { dueTables } from '../../common/services/due-rows/tables.ts'
import { countFailingEndpoints, findBacklogs } from '../../common/services/webhooks/endpoints/failing.ts'
import { insert } from '../../db/rows.ts'
import { onConnection } from '../../db/sql.ts'
import { tolbor } from '../cli/tolbor.ts'
import { givenMerchant, type Merchant } from '../support/given/merchant.ts'

const SINCE = later(new Date(), -HOUR)

describe('a receiver that fails', () => {
  let shop: Merchant
  let dead: number
  let slow: number

  before(async () => {
    shop = await givenMerchant()
    const create = async (name: string) => {
      const { body } = await shop.post('/webhook-endpoints', { url: `https://${name}.example.com/hooks` })
      return body.data.id as number
    }
    dead = await create('dead')
    slow = await create('slow')
    await onConnection(async (sql) => {
      await sql.run(
        'UPDATE webhook_endpoints SET failures = 6, failing_since = ?, held_until = ? WHERE id = ?',
        [SINCE, later(new Date(), MINUTE), dead],
      )
      await sql.run(
        `INSERT INTO webhook_deliveries (project_id, is_test, endpoint_id, event_id, event_type, status, due_at, tries, created_at, updated_at)
         SELECT ?, 1, ?, 500000000 + seq, 'test', 'pending', ?, 1, NOW(6), NOW(6) FROM ${numbers(1, 12_000)}`,
        [shop.projectId, dead, SINCE],
      )
      const own = { project_id: shop.projectId, is_test: true, created_at: SINCE, updated_at: SINCE }
      const late = { ...own, endpoint_id: slow, event_id: 500_000_000, event_type: 'test', status: 'pending' }
      await insert(sql, 'webhook_deliveries', { ...late, due_at: SINCE, tries: 0 })
      const tried = await sql.row<{ id: number }>(
        'SELECT id FROM webhook_deliveries WHERE endpoint_id = ? LIMIT 1',
        [dead],
      )
      await sql.run('UPDATE webhook_deliveries SET due_at = ? WHERE id = ?', [later(SINCE, 1), tried!.id])
      const attempt = {
        project_id: shop.projectId,
        delivery_id: tried!.id,
        attempted_at: SINCE,
        duration_ms: 1,
      }
      await insert(sql, 'webhook_attempts', { ...attempt, status_code: 502 })
    })
  })
  after(() =>
    onConnection(async (sql) => {
      await sql.run('DELETE FROM webhook_deliveries WHERE endpoint_id IN (?)', [[dead, slow]])
      await sql.run('DELETE FROM webhook_endpoints WHERE id IN (?)', [[dead, slow]])
    }),
  )

  it('is listed with its last error and the deliveries that wait', async () => {
    const { failing } = await tolbor('webhooks', 'failing')
    expect(failing.find(({ id }: { id: number }) => id === dead)).to.include({
      project_id: shop.projectId,
      mode: 'test',
      failures: 6,
      waiting: 10_000,
      error: 'HTTP 502',
    })
    expect(failing.map(({ id }: { id: number }) => id)).to.not.include(slow)
    expect((await run(['webhooks', 'failing'])).stdout).to.match(/HTTP 502 +dead\.example\.com/)
    expect(await onConnection(countFailingEndpoints)).to.be.at.least(1)
  })

  it('does not hide the backlog of others in the metrics', async () => {
    const { due } = dueTables.find(({ name }) => name === 'webhook_deliveries')!
    const [text, ...values] = due(new Date(), 10_000)
    const rows = await onConnection((sql) => sql.rows(text, values))
    expect(rows.length).to.be.within(1, 1_000)
    const backlogs = await onConnection((sql) => findBacklogs(sql, new Date(), 1_000))
    expect(backlogs.find(({ id }) => id === slow)?.since.getTime()).to.equal(SINCE.getTime())
    expect(backlogs.map(({ id }) => id)).to.not.include(dead)
  })

  it('does not fill the list of late rows, which names the endpoint of each delivery', async () => {
    const { overdue } = await tolbor('queues', 'overdue')
    const own = overdue.filter(({ project_id: id }: { project_id: number }) => id === shop.projectId)
    expect(own).to.have.length(1)
    expect(own[0]).to.include({ kind: 'webhook.drain', error: `endpoint ${slow}: no attempt yet` })
    expect((await run(['queues', 'overdue'])).stdout).to.include('bin/tolbor webhooks failing')
  })
})
