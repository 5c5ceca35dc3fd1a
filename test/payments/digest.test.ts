import { expect } from 'chai'
import { daysLeft } from '../../common/domain/payments/digest.ts'
import { DAY, HOUR, later } from '../../common/kit/time.ts'
import { atomically } from '../../common/runtime/atomically.ts'
import { setClock } from '../../common/runtime/clock.ts'
import { sendDigest } from '../../common/services/payments/send-digest.ts'
import { cachedProject } from '../../common/services/projects/cache.ts'
import { onConnection } from '../../db/sql.ts'
import { travelTo } from '../support/due.ts'
import { givenTransferShop, type Merchant, tea } from '../support/given/merchant.ts'
import { givenClock } from '../support/given/test-clock.ts'
import { givenReported } from '../support/given/transfer.ts'

/** Returns the time of each daily email and the number of pending transfers that it lists. */
async function digestsOf({ projectId }: Merchant): Promise<string[]> {
  const rows = await onConnection((sql) =>
    sql.rows<{ created_at: Date; words: string; is_test: number }>(
      "SELECT created_at, words FROM emails WHERE project_id = ? AND kind = 'transfers_waiting' ORDER BY id",
      [projectId],
    ),
  )
  return rows.map(({ created_at: at, words }) => {
    const { count } = JSON.parse(words) as { count: number }
    return `${at.toISOString().slice(0, 16)}: ${count}`
  })
}

const planned = async ({ projectId }: Merchant) =>
  (
    await onConnection((sql) =>
      sql.rows<{ kind: string }>("SELECT kind FROM timers WHERE project_id = ? AND kind LIKE '%digest'", [
        projectId,
      ]),
    )
  ).map(({ kind }) => kind)

async function givenShop(): Promise<Merchant> {
  setClock(() => new Date('2026-06-01T04:00:00Z'))
  const shop = await givenTransferShop()
  await shop.patch('', { timezone: 'Asia/Ulaanbaatar' }).expect(200) // 10:00 is 02:00 in UTC
  return shop
}

const travel = (shop: Merchant, time: string) => travelTo(shop.projectId, new Date(time))

describe('the daily email about pending transfers', () => {
  it('is sent at ten after a transfer was pending for a day, and lists the oldest first', async () => {
    const shop = await givenShop()
    const first = await givenReported(shop)
    await travel(shop, '2026-06-02T06:00:00Z')
    const second = await givenReported(shop)
    expect(await digestsOf(shop)).to.deep.equal([])
    await travel(shop, '2026-06-03T03:00:00Z')
    expect(await digestsOf(shop)).to.deep.equal(['2026-06-03T02:00: 2'])
    const row = await onConnection((sql) =>
      sql.row<{ words: string }>(
        "SELECT words FROM emails WHERE project_id = ? AND kind = 'transfers_waiting'",
        [shop.projectId],
      ),
    )
    const { transfers } = JSON.parse(row!.words) as { transfers: { payment_id: number }[] }
    expect(transfers.map(({ payment_id: id }) => id)).to.deep.equal([first.paymentId, second.paymentId])
    await first.confirm().expect(200)
    await travel(shop, '2026-06-05T03:00:00Z')
    expect((await digestsOf(shop)).slice(1)).to.deep.equal(['2026-06-04T02:00: 1', '2026-06-05T02:00: 1'])
  })

  it('is not sent if every transfer was decided, and starts again with the next report', async () => {
    const shop = await givenShop()
    const { confirm } = await givenReported(shop)
    await confirm().expect(200)
    await travel(shop, '2026-06-04T00:00:00Z')
    expect([await digestsOf(shop), await planned(shop)]).to.deep.equal([[], []])
    await givenReported(shop)
    expect(await planned(shop)).to.deep.equal(['project.test_digest'])
    await travel(shop, '2026-06-05T03:00:00Z')
    expect(await digestsOf(shop)).to.deep.equal(['2026-06-05T02:00: 1'])
  })

  it('stops eventually, but lists an undecided transfer again with the next report', async () => {
    const shop = await givenShop()
    await givenReported(shop)
    await travel(shop, '2026-07-01T00:00:00Z')
    expect((await digestsOf(shop)).at(-1)).to.equal('2026-06-18T02:00: 1')
    expect(await planned(shop)).to.deep.equal([])
    await givenReported(shop)
    await travel(shop, '2026-07-02T03:00:00Z')
    expect((await digestsOf(shop)).at(-1)).to.equal('2026-07-02T02:00: 2')
  })

  it('is sent once after an outage, even by several workers', async () => {
    const shop = await givenShop()
    await givenReported(shop)
    setClock(() => new Date('2026-06-06T09:00:00Z'))
    const project = (await cachedProject(shop.projectId))!
    const send = () => atomically((tx) => sendDigest(tx, project, 'project.test_digest', shop.projectId))
    await Promise.all([send(), send(), send()])
    expect(await digestsOf(shop)).to.deep.equal(['2026-06-06T09:00: 1'])
    await travel(shop, '2026-06-07T03:00:00Z')
    expect((await digestsOf(shop)).slice(1)).to.deep.equal(['2026-06-07T02:00: 1'])
  })

  it('starts with the reminder about a transfer that was reported in an older release', async () => {
    const shop = await givenShop()
    const { confirm } = await givenReported(shop)
    await onConnection((sql) =>
      sql.run("DELETE FROM timers WHERE project_id = ? AND kind LIKE '%digest'", [shop.projectId]),
    )
    await travel(shop, '2026-06-10T03:00:00Z')
    expect((await digestsOf(shop)).at(-1)).to.equal('2026-06-10T02:00: 1')
    await confirm().expect(200)
    await travel(shop, '2026-06-12T03:00:00Z')
    expect([(await digestsOf(shop)).at(-1), await planned(shop)]).to.deep.equal(['2026-06-10T02:00: 1', []])
  })

  it('stays planned for a transfer that is reported while it is sent', async () => {
    const shop = await givenShop()
    const project = (await cachedProject(shop.projectId))!
    for (let round = 0; round < 10; round += 1) {
      const before = later(new Date('2026-06-01T04:00:00Z'), round * 10 * DAY)
      setClock(() => before)
      const decided = await givenReported(shop)
      await decided.confirm().expect(200)
      setClock(() => later(before, 2 * DAY))
      const [reported] = await Promise.all([
        givenReported(shop),
        atomically((tx) => sendDigest(tx, project, 'project.test_digest', shop.projectId)),
      ])
      expect(await planned(shop)).to.deep.equal(['project.test_digest'])
      await reported.confirm().expect(200)
      await travelTo(shop.projectId, later(before, 5 * DAY))
    }
  })

  it('follows the time of a test clock for transfers on that clock', async () => {
    const shop = await givenShop()
    const clock = await givenClock(shop, '2026-01-12T04:00:00Z')
    const { id: customer_id } = await clock.givenCustomer()
    await givenReported(shop, { ...tea(), customer_id })
    expect(await planned(shop)).to.deep.equal(['clock.digest'])
    await clock.advance('2026-01-15T00:00:00Z')
    expect(await digestsOf(shop)).to.deep.equal(['2026-01-14T02:00: 1'])
    await shop.delete(`/test-clocks/${clock.id}`).expect(200)
    expect(await planned(shop)).to.deep.equal([])
  })

  it('is not sent if the merchant has no email address', async () => {
    const shop = await givenShop()
    await shop.patch('', { email: null }).expect(200)
    await givenReported(shop)
    await travel(shop, '2026-06-04T00:00:00Z')
    expect(await digestsOf(shop)).to.deep.equal([])
  })
})

describe('the days left on the decision page', () => {
  it('are rounded up, and are 0 after the deadline', () => {
    const now = new Date('2026-06-01T00:00:00Z')
    const cases: [left: number, days: number][] = [
      [3 * DAY, 3],
      [2 * DAY + 1, 3],
      [HOUR, 1],
      [0, 0],
      [-HOUR, 0],
    ]
    for (const [left, days] of cases) expect(daysLeft(later(now, left), now)).to.equal(days)
  })
})
