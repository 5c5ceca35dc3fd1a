import { expect } from 'chai'
import { Refusal } from '../../common/kit/refusal.ts'
import { HOUR, later } from '../../common/kit/time.ts'
import { listPaidPayments, type PaidFilter } from '../../common/services/payments/list-paid.ts'
import { findProject } from '../../common/services/projects/find.ts'
import type { Scope } from '../../common/services/projects/project.ts'
import { BEFORE_ALL } from '../../db/page.ts'
import { insert } from '../../db/rows.ts'
import { onConnection } from '../../db/sql.ts'
import { explain } from '../support/explain.ts'
import { givenMerchant } from '../support/given/merchant.ts'
import { statementsOf } from '../support/statements.ts'

const NOON = new Date('2026-08-12T04:00:00Z')

async function givenScope(): Promise<Scope> {
  const { projectId } = await givenMerchant()
  const project = await onConnection((sql) => findProject(sql, projectId))
  return { project: project!, isTest: true }
}

function pay({ project, isTest }: Scope, at: Date | null, more: object = {}): Promise<number> {
  return onConnection((sql) =>
    insert(sql, 'payments', {
      ...{ project_id: project.id, is_test: isTest, method: 'bank_transfer', status: 'paid' },
      ...{ amount: 500, currency: 'MNT', paid_at: at, payable_type: 'checkout', payable_id: 1 },
      ...{ created_at: NOON, updated_at: NOON, ...more },
    }),
  )
}

function list(scope: Scope, filter: PaidFilter = {}) {
  return onConnection((sql) => listPaidPayments(sql, scope, filter, NOON))
}

const idsOf = async (scope: Scope, filter: PaidFilter = {}) =>
  (await list(scope, filter)).items.map(({ id }) => id)

describe('the list of paid payments', () => {
  it('has the payments of one shop and mode, in order of payment, without test clocks', async () => {
    const scope = await givenScope()
    const last = await pay(scope, later(NOON, HOUR))
    const first = await pay(scope, NOON, { status: 'refunded' })
    await pay(scope, null)
    await pay(scope, NOON, { test_clock_id: 1 })
    await pay({ ...scope, isTest: false }, NOON)
    await pay(await givenScope(), NOON)
    const { items } = await list(scope)
    expect(items.map(({ id, paid_at: at }) => [id, at])).to.deep.equal([
      [last, '2026-08-12T05:00:00.000000Z'],
      [first, '2026-08-12T04:00:00.000000Z'],
    ])
    expect(await idsOf(scope, { 'paid[gte]': NOON, 'paid[lt]': later(NOON, HOUR) })).to.deep.equal([first])
    expect(await idsOf(scope, { status: 'refunded' })).to.deep.equal([first])
  })

  it('shows each payment on one page, also if several have the same time: by currency, amount and id', async () => {
    const scope = await givenScope()
    const before = await pay(scope, later(NOON, -1), { amount: 900, currency: 'USD' })
    const [one, most, two, three, more] = [
      await pay(scope, NOON),
      await pay(scope, NOON, { amount: 700 }),
      await pay(scope, NOON),
      await pay(scope, NOON),
      await pay(scope, NOON, { amount: 600 }),
    ]
    const dollars = await pay(scope, NOON, { currency: 'USD' })
    const next = await pay(scope, later(NOON, 1), { amount: 100 })
    const seen: number[] = []
    for (let cursor = BEFORE_ALL; ;) {
      const { items, hasMore } = await list(scope, { before: cursor, limit: 2 })
      seen.push(...items.map(({ id }) => id))
      if (!hasMore) break
      cursor = items.at(-1)!.id
    }
    expect(seen).to.deep.equal([next, dollars, most, more, three, two, one, before])
  })

  it('ends after a payment that it does not have, instead of beginning again', async () => {
    const scope = await givenScope()
    const id = await pay(scope, NOON)
    const last = await pay(scope, later(NOON, -1))
    const strangers = [
      await pay(scope, null),
      await pay({ ...scope, isTest: false }, NOON),
      await pay(scope, NOON, { test_clock_id: 1 }),
      await pay(await givenScope(), NOON),
    ]
    for (const before of [...strangers, 999_999_999])
      expect(await list(scope, { before })).to.deep.equal({ items: [], hasMore: false, isLost: true })
    expect(await idsOf(scope, { before: id })).to.deep.equal([last])
    expect(await list(scope, { before: last })).to.deep.equal({ items: [], hasMore: false })
  })

  it('is read in the order of its index', async () => {
    const scope = await givenScope()
    const id = await pay(scope, NOON)
    await pay(scope, later(NOON, -1))
    const statements = await statementsOf(() => list(scope, { 'paid[gte]': later(NOON, -HOUR), before: id }))
    const text = statements.find((one) => one.includes('ORDER BY paid_at'))!
    const [step] = await explain(text)
    expect(step?.key).to.equal('payments_paid')
    expect(step?.Extra).to.include('Using index').and.not.include('filesort')
  })

  it('refuses other filters for a time with more payments than it reads', async () => {
    const scope = await givenScope()
    const id = await pay(scope, NOON)
    for (let count = 1; count <= 4_096; count *= 2)
      await onConnection((sql) =>
        sql.run(
          `INSERT INTO payments (project_id, is_test, method, status, amount, currency, paid_at, payable_type, payable_id,
             created_at, updated_at)
           SELECT project_id, is_test, method, status, amount, currency, paid_at, payable_type, payable_id, created_at, updated_at
           FROM payments WHERE project_id = ? AND paid_at = (SELECT paid_at FROM payments WHERE id = ?)`,
          [scope.project.id, id],
        ),
      )
    expect((await list(scope, { limit: 3 })).hasMore).to.equal(true)
    const refused = await list(scope, { status: 'refunded' }).catch((error: unknown) => error)
    expect(refused).to.be.instanceOf(Refusal)
    expect(await idsOf(scope, { status: 'refunded', 'paid[lt]': NOON })).to.deep.equal([])
  })
})
