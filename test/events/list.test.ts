import { expect } from 'chai'
import { numbers } from '../../bench/fill/numbers.ts'
import { checkout } from '../../common/domain/checkouts/object.ts'
import { listEvents } from '../../common/services/events/list.ts'
import { recordEvent } from '../../common/services/events/record.ts'
import { findProject } from '../../common/services/projects/find.ts'
import { onConnection } from '../../db/sql.ts'
import { atomically } from '../../worker/atomically.ts'
import { givenMerchant, type Merchant } from '../support/given/merchant.ts'
import { countingReads } from '../support/rows-read.ts'
import { separately } from '../support/separately.ts'

let subject = 5_000_000

function objectOf(id: number) {
  return { ...checkout.example, id }
}

/** Records an event of the object `id`; `meanwhile` runs before the commit. */
async function record(shop: Merchant, id = (subject += 1), meanwhile = async () => {}): Promise<number> {
  const project = (await onConnection((sql) => findProject(sql, shop.projectId)))!
  return atomically(async (tx) => {
    const scope = { project, isTest: true }
    const eventId = await recordEvent(tx, scope, 'checkout.completed', objectOf(id))
    await separately(meanwhile)
    return eventId
  })
}

describe('the list of events', () => {
  const idsOf = async (shop: Merchant, query: string): Promise<number[]> =>
    (await shop.get(`/events?${query}`)).body.data.map(({ id }: { id: number }) => id)

  it('shows the newest first, and filters', async () => {
    const shop = await givenMerchant()
    const one = await record(shop)
    const id = (subject += 1)
    const two = await record(shop, id)
    const three = await record(shop, id)
    expect(await idsOf(shop, '')).to.deep.equal([three, two, one])
    expect(await idsOf(shop, `object=checkout&object_id=${id}`)).to.deep.equal([three, two])
    expect(await idsOf(shop, 'type=checkout.completed')).to.deep.equal([three, two, one])
    expect(await idsOf(shop, 'object=payment')).to.deep.equal([])
    const { body } = await shop.get(`/events/${three}`)
    expect(body.data).to.deep.include({
      type: 'checkout.completed',
      sequence: 2,
      data: { object: objectOf(id) },
    })
    expect(body.data.updated_at).to.equal(body.data.created_at)
  })

  it('reads one index for a type and its object, and nothing for a type of another object', async () => {
    const shop = await givenMerchant()
    const other = await givenMerchant()
    const id = await record(shop)
    await onConnection((sql) =>
      sql.run(
        `INSERT INTO events (project_id, is_test, type, object, object_id, sequence, data, created_at)
         SELECT ?, 1, 'checkout.completed', 'checkout', 7000000 + seq, 1, 'null', NOW(6) FROM ${numbers(1, 3_000)}`,
        [other.projectId],
      ),
    )
    expect(await idsOf(shop, 'type=checkout.completed&object=checkout')).to.deep.equal([id])
    const scope = { project: (await onConnection((sql) => findProject(sql, shop.projectId)))!, isTest: true }
    for (const object of ['checkout', 'subscription'] as const)
      for (const part of [{}, { after: 0 }, { before: id + 1 }, { page: 2 }]) {
        const filter = { type: 'checkout.completed', object, ...part } as const
        const [, read] = await countingReads((sql) => listEvents(sql, scope, filter))
        expect(read, JSON.stringify(filter)).to.be.below(object === 'checkout' ? 20 : 1)
      }
    expect((await shop.get('/events?type=checkout.completed&object=subscription')).body).to.deep.equal({
      data: [],
      meta: { current_page: 1, last_page: 1, per_page: 25, total: 0, safe_after: 0 },
    })
  })

  it('contains only one mode of one project', async () => {
    const shop = await givenMerchant()
    const id = await record(shop)
    const other = await givenMerchant()
    for (const stranger of [shop.live, other]) {
      expect(await idsOf(stranger, '')).to.deep.equal([])
      expect((await stranger.get(`/events/${id}`)).status).to.equal(404)
    }
  })

  it('shows the oldest first after a cursor', async () => {
    const shop = await givenMerchant()
    const ids: number[] = []
    for (let count = 0; count < 30; count += 1) ids.push(await record(shop))
    const seen: number[] = []
    let after = 0
    for (;;) {
      const { body } = await shop.get(`/events?after=${after}`)
      if (body.data.length === 0) break
      seen.push(...body.data.map(({ id }: { id: number }) => id))
      expect(body.meta.safe_after).to.equal(seen.at(-1))
      after = body.meta.safe_after
    }
    expect(seen).to.deep.equal(ids)
    const { body } = await shop.get(`/events?after=${after}`)
    expect(body.meta).to.deep.equal({ safe_after: after, has_more: false })
    const beyond = await shop.get('/events?after=99999999')
    expect(beyond.body.meta, 'of another installation').to.deep.equal({ safe_after: after, has_more: false })
  })

  it('returns the newest event as safe_after on each page of 700', async () => {
    const shop = await givenMerchant()
    await record(shop)
    await atomically((tx) =>
      tx.sql.run(
        `INSERT INTO events (project_id, is_test, type, object, object_id, sequence, data, created_at) VALUES ?`,
        [
          Array.from({ length: 699 }, () => {
            return [shop.projectId, true, 'test', 'test', (subject += 1), 1, 'null', tx.now]
          }),
        ],
      ),
    )
    const newest = (await shop.get('/events').expect(200)).body.data[0].id
    for (const page of [1, 2, 28, 29, 1_000_000]) {
      const { body } = await shop.get(`/events?page=${page}`)
      expect(body.meta, `page ${page}`).to.include({ safe_after: newest, total: 700 })
    }
  })

  it('returns a safe_after before an event that is not committed yet', async () => {
    const shop = await givenMerchant()
    const first = await record(shop)
    let during: { other: number; ids: number[]; safe: number; newest: number; beyond: number } | undefined
    const late = await record(shop, undefined, async () => {
      const other = await record(shop)
      const { body } = await shop.get(`/events?after=${first - 1}`)
      const newest = await shop.get('/events')
      const beyond = await shop.get(`/events?after=${other + 1_000}`)
      during = {
        other,
        ids: body.data.map(({ id }: { id: number }) => id),
        safe: body.meta.safe_after,
        newest: newest.body.meta.safe_after,
        beyond: beyond.body.meta.safe_after,
      }
    })
    expect(during!.ids).to.deep.equal([first])
    expect(during!.safe).to.equal(first)
    expect(during!.newest).to.equal(late - 1)
    expect(during!.beyond, 'after an id of another installation').to.equal(late - 1)
    expect(await idsOf(shop, `after=${during!.safe}`)).to.deep.equal([late, during!.other])
  })

  it('rejects invalid filters', async () => {
    const shop = await givenMerchant()
    const { status, body } = await shop.get('/events?type=x&object=y&object_id=z&after=-1&page=0&q=1')
    expect(status).to.equal(422)
    expect(body.errors).to.have.all.keys('type', 'object', 'object_id', 'after', 'page', 'q')
  })
})
