import { expect } from 'chai'
import { numbers } from '../../bench/fill/numbers.ts'
import type { SubscriptionObject } from '../../common/domain/subscriptions/object.ts'
import { getProject } from '../../common/services/projects/find.ts'
import { listSubscriptions } from '../../common/services/subscriptions/list.ts'
import { onConnection } from '../../db/sql.ts'
import { explain } from '../support/explain.ts'
import { at, givenJune } from '../support/given/club.ts'
import { givenMerchant, type Merchant } from '../support/given/merchant.ts'
import { countingReads } from '../support/rows-read.ts'
import { statementsOf } from '../support/statements.ts'

async function idsOf(shop: Merchant, query: string): Promise<number[]> {
  const { body } = await shop.get(`/subscriptions?${query}`).expect(200)
  return (body.data as SubscriptionObject[]).map(({ id }) => id)
}

/** Inserts copies of a subscription. `end` is SQL for the end of the period; `seq` counts from 1. */
async function givenCopies(id: number, count: number, end: string): Promise<void> {
  await onConnection(async (sql) => {
    await sql.run(
      `INSERT INTO subscriptions (project_id, is_test, customer_id, product_id, price_id, status, current_period_start,
         current_period_end, anchor_day, anchor_months, reminded_until, created_at, updated_at)
       SELECT project_id, is_test, customer_id, product_id, price_id, IF(seq MOD 2, 'active', 'trialing'),
         current_period_start, ${end}, anchor_day, 1, reminded_until, created_at, updated_at
       FROM subscriptions, ${numbers(1, count)} WHERE id = ?`,
      [id],
    )
    await sql.rows('ANALYZE TABLE subscriptions')
  })
}

/** The last seconds of some days. Each day has rows all over the list. */
const lastSeconds = (days: number) => `'2026-01-01 23:59:59' + INTERVAL seq DIV 2 MOD ${days} DAY`

describe('subscriptions by the end of their period', () => {
  after(() => at('2026-06-01T00:00:00Z'))

  it('are those after or before a time, or at the time itself', async () => {
    const club = await givenJune()
    const { id: first } = await club.buy('basic')
    at('2026-06-02T00:00:00Z')
    const { id: second } = await (await club.another()).buy('basic')
    const [one, two] = ['2026-07-01T23:59:59Z', '2026-07-02T23:59:59Z']
    const expected: [string, number[]][] = [
      [`current_period_end[gt]=${one}`, [second]],
      [`current_period_end[gte]=${one}`, [second, first]],
      [`current_period_end[lt]=${two}`, [first]],
      [`current_period_end[lte]=${two}`, [second, first]],
      [`current_period_end[gte]=${one}&current_period_end[lt]=${two}`, [first]],
      ['current_period_end[gt]=2026-07-01T07:59:59%2B08:00&after=0', [first, second]],
      [`current_period_end[gt]=${two}`, []],
    ]
    for (const [query, ids] of expected) expect(await idsOf(club.shop, query), query).to.deep.equal(ids)
  })

  it('are combined with the other filters', async () => {
    const club = await givenJune()
    const { id } = await club.buy('basic')
    const { id: other } = await (await club.another()).buy('gold')
    await club.shop.post(`/subscriptions/${other}/cancel`, { mode: 'immediately' }).expect(200)
    const july = 'current_period_end[gte]=2026-07-01T00:00:00Z'
    const expected: [string, number[]][] = [
      ['', [other, id]],
      ['&status=active,trialing', [id]],
      ['&status=canceled', [other]],
      [`&customer_id=${club.customerId}`, [id]],
      ['&price=gold', [other]],
      ['&price=gold&status=active', []],
      ['&created[lt]=2026-06-02T00:00:00Z', [other, id]],
    ]
    for (const [query, ids] of expected)
      expect(await idsOf(club.shop, july + query), query).to.deep.equal(ids)
  })

  it('reject a time that is not one', async () => {
    const shop = await givenMerchant()
    const { body } = await shop.get('/subscriptions?current_period_end[lte]=soon').expect(422)
    expect(body.errors).to.include.keys('current_period_end[lte]')
  })

  it('are listed newest first, and counted', async () => {
    const club = await givenJune()
    const { id } = await club.buy('basic')
    await givenCopies(id, 400, lastSeconds(40))
    const days = 'current_period_end[gte]=2026-01-10T00:00:00Z&current_period_end[lt]=2026-01-20T00:00:00Z'
    const found: number[] = []
    for (let page = 1; page <= 4; page += 1) {
      const { body } = await club.shop.get(`/subscriptions?${days}&page=${page}`).expect(200)
      expect(body.meta.total).to.equal(100)
      found.push(...(body.data as SubscriptionObject[]).map((one) => one.id))
    }
    expect(found).to.deep.equal(found.toSorted((one, other) => other - one))
    expect(new Set(found).size).to.equal(100)
  })

  it('are read without sorting a range, in a shop with many', async () => {
    const club = await givenJune()
    const { id } = await club.buy('basic')
    await givenCopies(id, 20_000, lastSeconds(31))
    const project = await onConnection((sql) => getProject(sql, club.shop.projectId))
    const month = {
      'current_period_end[gte]': new Date('2026-01-01T00:00:00Z'),
      'current_period_end[lt]': new Date('2026-02-01T00:00:00Z'),
      ...{ status: ['active', 'trialing'] as const, before: id + 30_000, limit: 25 },
    }
    const [page, read] = await countingReads((sql) =>
      listSubscriptions(sql, { project, isTest: true }, { ...month, status: [...month.status] }),
    )
    expect(page.items).to.have.length(25)
    expect(read).to.be.below(5_000) // each of 62 ends is read up to 26 times, and merged
    const path = '/subscriptions?current_period_end[lt]=2026-02-01T00:00:00Z&status=active&before=10000000'
    const selects = (await statementsOf(() => club.shop.get(path).expect(200))).filter((text) =>
      text.includes('subscriptions_ends'),
    )
    expect(selects).to.have.length(2)
    for (const select of selects) {
      const steps = (await explain(select)).filter(({ table }) => table === 'subscriptions')
      expect(steps.map(({ key }) => key)).to.include('subscriptions_ends')
      expect(
        steps.every(({ Extra }) => Extra?.includes('Using index')),
        select,
      ).to.equal(true)
    }
  })

  it('are refused for a range of many days that many subscriptions end in, but not with few', async () => {
    const club = await givenJune()
    const { id } = await club.buy('basic')
    const { id: other } = await (await club.another()).buy('gold')
    const all = 'current_period_end[gte]=2026-01-01T00:00:00Z'
    await givenCopies(id, 190, lastSeconds(70))
    expect((await club.shop.get(`/subscriptions?${all}`).expect(200)).body.meta.total).to.equal(192)
    await givenCopies(id, 30, lastSeconds(70))
    const { body } = await club.shop.get(`/subscriptions?${all}`).expect(422)
    expect(body.code).to.equal('unsupported_filter_combination')
    expect(body.errors).to.include.keys('current_period_end')
    expect(await idsOf(club.shop, `${all}&price=gold`)).to.deep.equal([other])
  })
})
