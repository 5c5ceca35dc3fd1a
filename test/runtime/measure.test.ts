import { expect } from 'chai'
import { metrics } from '../../common/runtime/metrics.ts'
import { onConnection } from '../../db/sql.ts'
import { measureState } from '../../worker/measure.ts'
import { givenMerchant, tea } from '../support/given/merchant.ts'
import { statementsOf } from '../support/statements.ts'

const dueTimersIn = (text: string) => Number(/tolbor_due_rows\{table="timers"\} (\d+)/.exec(text)?.[1])

describe('the metrics of due rows', () => {
  let measuring: ReturnType<typeof measureState>
  before(() => {
    measuring = measureState()
  })
  after(async () => {
    await measuring.stop()
  })

  it('are read by one query for each table, and again for each scrape', async () => {
    const shop = await givenMerchant()
    const { id } = (await shop.post('/checkouts', tea()).expect(201)).body.data as { id: number }
    const timer = (set: string) =>
      onConnection((sql) =>
        sql.run(`UPDATE timers SET ${set} WHERE kind = 'checkout.expire' AND subject_id = ?`, [id]),
      )
    await metrics.metrics() // also checks the invariants, which happens once a minute
    const before = dueTimersIn(await metrics.metrics())

    await timer('due_at = UTC_TIMESTAMP(6) - INTERVAL 90 SECOND')
    let text = ''
    const statements = await statementsOf(async () => (text = await metrics.metrics()))
    await timer("due_at = '2099-01-01'")
    expect(dueTimersIn(text)).to.equal(before + 1)
    expect(text).to.match(/tolbor_due_oldest_seconds\{table="timers"\} [1-9]\d/)
    // Emails are read a second time: those that failed and wait for another try are not due.
    const reads = { timers: 1, emails: 2, image_copies: 1, webhook_deliveries: 1 }
    for (const [table, times] of Object.entries(reads))
      expect(
        statements.filter((sent) => sent.includes(`FROM ${table} `)),
        table,
      ).to.have.lengthOf(times)
  })
})
