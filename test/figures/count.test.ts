import { expect } from 'chai'
import { compare, type Figures, renewalRate } from '../../common/domain/figures/figures.ts'
import { DAY, HOUR, later, MINUTE } from '../../common/kit/time.ts'
import { setClock } from '../../common/runtime/clock.ts'
import { countFigures } from '../../common/services/figures/count.ts'
import { latestFigures } from '../../common/services/figures/latest.ts'
import { findProject } from '../../common/services/projects/find.ts'
import type { Scope } from '../../common/services/projects/project.ts'
import { insert } from '../../db/rows.ts'
import { onConnection } from '../../db/sql.ts'
import { givenMerchant } from '../support/given/merchant.ts'
import { until } from '../support/service.ts'
import { outlineOf, statementsOf } from '../support/statements.ts'

/** Noon on 12 August in Ulaanbaatar, eight hours ahead. */
const NOON = new Date('2026-08-12T04:00:00Z')

async function givenScope(): Promise<Scope> {
  const { projectId } = await givenMerchant()
  await onConnection((sql) =>
    sql.run("UPDATE projects SET timezone = 'Asia/Ulaanbaatar' WHERE id = ?", [projectId]),
  )
  const project = await onConnection((sql) => findProject(sql, projectId))
  return { project: project!, isTest: true }
}

function write(table: string, { project, isTest }: Scope, row: object): Promise<number> {
  return onConnection((sql) => insert(sql, table, { project_id: project.id, is_test: isTest, ...row }))
}

const stamps = { created_at: NOON, updated_at: NOON }

function pay(scope: Scope, at: Date, amount: number, more: object = {}): Promise<number> {
  return write('payments', scope, {
    ...{ method: 'bank_transfer', status: 'paid', amount, currency: 'MNT', paid_at: at },
    ...{ payable_type: 'checkout', payable_id: 1, ...stamps, ...more },
  })
}

function count(scope: Scope, now = NOON, known: Figures | null = null): Promise<Figures> {
  return onConnection((sql) => countFigures(sql, scope, now, known))
}

describe('the figures of a shop', () => {
  it('count a payment on the day of the time zone of its shop', async () => {
    const scope = await givenScope()
    await pay(scope, new Date('2026-08-11T15:59:59Z'), 100)
    await pay(scope, new Date('2026-08-11T16:00:00Z'), 20)
    const { days } = await count(scope)
    expect(days['2026-08-11']?.revenue).to.deep.equal({ MNT: { count: 1, amount: 100 } })
    expect(days['2026-08-12']?.revenue).to.deep.equal({ MNT: { count: 1, amount: 20 } })
  })

  it('compare a period with the one before until the same time of day', async () => {
    const scope = await givenScope()
    for (const day of [0, 1, 7, 8, 13, 14, 30, 59]) await pay(scope, later(NOON, -day * DAY - HOUR), 10 ** 3)
    await pay(scope, later(NOON, -DAY + HOUR), 7) // yesterday, but later in the day
    await pay(scope, later(NOON, -7 * DAY + HOUR), 7) // the same in the week before
    const figures = await count(scope)
    const amounts = ([1, 7, 30] as const).map((period) => {
      const { now, before } = compare(figures, period)
      return [now.MNT?.amount, before.MNT?.amount]
    })
    expect(amounts).to.deep.equal([
      [1_000, 1_000],
      [2_007, 3_000],
      [6_014, 2_000],
    ])
  })

  it('keep currencies, modes and shops apart, and leave out test clocks', async () => {
    const scope = await givenScope()
    await pay(scope, NOON, 100)
    await pay(scope, NOON, 999, { currency: 'USD' })
    await pay({ ...scope, isTest: false }, NOON, 7)
    await pay(await givenScope(), NOON, 7)
    await pay(scope, NOON, 7, { test_clock_id: 1 })
    const { days } = await count(scope)
    expect(days['2026-08-12']?.revenue).to.deep.equal({
      MNT: { count: 1, amount: 100 },
      USD: { count: 1, amount: 999 },
    })
  })

  it('count refunds of paid orders, without failed ones', async () => {
    const scope = await givenScope()
    const refund = { currency: 'MNT', status: 'succeeded', ...stamps }
    const payment_id = await pay(scope, NOON, 100)
    const unused = await pay(scope, NOON, 100, { paid_at: null, status: 'refunded' })
    await write('refunds', scope, { ...refund, payment_id, amount: 30 })
    await write('refunds', scope, { ...refund, payment_id, amount: 5, status: 'failed' })
    await write('refunds', scope, { ...refund, payment_id: unused, amount: 100 })
    const { refunds } = await count(scope)
    expect(refunds[1]).to.deep.equal({ MNT: { count: 1, amount: 30 } })
  })

  it('count subscriptions by state, expected renewals and the share that was renewed', async () => {
    const scope = await givenScope()
    const product_id = await write('products', scope, { name: 'Club', ...stamps })
    const price = { product_id, type: 'recurring', recurring_interval: 'month', recurring_interval_count: 1 }
    const price_id = await write('prices', scope, { ...price, unit_amount: 30_000, ...stamps })
    const cheaper = await write('prices', scope, { ...price, unit_amount: 10_000, ...stamps })
    const subscribe = (more: object) =>
      write('subscriptions', scope, {
        ...{ customer_id: 1, product_id, price_id, status: 'active', current_period_start: NOON },
        ...{ current_period_end: later(NOON, 20 * DAY), anchor_day: '2026-08-01', anchor_months: 1 },
        ...{ reminded_until: NOON, ...stamps, ...more },
      })
    await subscribe({})
    await subscribe({ scheduled_price_id: cheaper })
    await subscribe({ current_period_end: later(NOON, 31 * DAY) })
    await subscribe({ canceled_at: NOON })
    await subscribe({ test_clock_id: 1 })
    await subscribe({ status: 'past_due', current_period_end: NOON })
    await subscribe({ status: 'canceled', ended_at: later(NOON, -DAY) })
    await subscribe({ status: 'canceled', ended_at: later(NOON, -40 * DAY) })
    for (const [purpose, at] of [
      ['renew', NOON],
      ['renew', later(NOON, -29 * DAY)],
      ['renew', later(NOON, -20 * DAY)],
      ['new', NOON],
    ] as const) {
      const checkout_id = await write('checkouts', scope, {
        ...{
          token: 'x',
          status: 'complete',
          mode: 'subscription',
          purpose,
          currency: 'MNT',
          is_guest: false,
        },
        ...{ amount_subtotal: 1, amount_total: 1, paid_at: at, expires_at: at, ...stamps },
      })
      await onConnection((sql) =>
        insert(sql, 'segments', {
          ...{ project_id: scope.project.id, subscription_id: 1, checkout_id, price_id, value: 1 },
          ...{ starts_at: at, ends_at: at, created_at: at },
        }),
      )
    }
    const figures = await count(scope)
    expect(figures.subscriptions).to.deep.equal({ trialing: 0, active: 4, past_due: 1, canceled: 2 })
    expect(figures.expected).to.deep.equal({ count: 2, amount: 40_000 })
    expect(renewalRate(figures)).to.equal(0.75)
  })

  it('count days again until an hour after their end, and then keep them', async () => {
    const scope = await givenScope()
    const first = await count(scope)
    const late = later(NOON, 12 * HOUR + 30 * MINUTE) // half an hour into the next day
    await pay(scope, later(NOON, -DAY), 5) // a day that was over
    await pay(scope, later(NOON, HOUR), 100)
    const second = await count(scope, late, first)
    expect(second.today).to.equal('2026-08-13')
    expect(second.days['2026-08-11']?.revenue).to.deep.equal({})
    expect(second.days['2026-08-12']?.revenue.MNT?.amount).to.equal(100)
    await pay(scope, later(NOON, 2 * HOUR), 7)
    const third = await count(scope, later(late, MINUTE), second)
    expect(third.days['2026-08-12']?.revenue.MNT?.amount, 'the day was over for half an hour').to.equal(107)
    const elsewhere = { ...scope, project: { ...scope.project, timezone: 'UTC' } }
    const inUtc = await count(elsewhere, later(late, MINUTE), third)
    expect(inUtc.days['2026-08-11']?.revenue.MNT?.amount, 'days of another zone').to.equal(5)
  })
})

describe('the latest figures of a shop', () => {
  /** Waits until the figures were counted at `time`: a page does not wait for a count that takes long. */
  const areCountedAt = (scope: Scope, time: Date) =>
    until(async () => (await latestFigures(scope))?.countedAt === time.toISOString())

  afterEach(() => {
    setClock()
  })

  it('are counted at most once a minute', async () => {
    const scope = await givenScope()
    let now = NOON
    setClock(() => now)
    await pay(scope, NOON, 100)
    expect((await latestFigures(scope))?.days['2026-08-12']?.revenue.MNT?.amount).to.equal(100)
    await pay(scope, NOON, 50)
    now = later(NOON, 59_000)
    const again = await statementsOf(async () => {
      expect((await latestFigures(scope))?.days['2026-08-12']?.revenue.MNT?.amount).to.equal(100)
    })
    expect(outlineOf(again)).to.deep.equal(['SELECT figures'])
    await onConnection((sql) => sql.run('UPDATE figures SET took = 0'))
    now = later(NOON, 3_600_000)
    await areCountedAt(scope, now)
    expect((await latestFigures(scope))?.days['2026-08-12']?.revenue.MNT?.amount).to.equal(150)
  })

  it('are counted once for several readers', async () => {
    const scope = await givenScope()
    const statements = await statementsOf(() => Promise.all([1, 2, 3].map(() => latestFigures(scope))))
    expect(outlineOf(statements).filter((one) => one === 'INSERT figures')).to.have.length(1)
  })

  it('stay as they are while another process counts, and are counted again if it does not end', async () => {
    const scope = await givenScope()
    let now = NOON
    setClock(() => now)
    await latestFigures(scope)
    now = later(NOON, 5 * MINUTE)
    await onConnection((sql) =>
      sql.run('UPDATE figures SET took = 0, claimed_until = ? WHERE project_id = ?', [
        later(now, 30_000),
        scope.project.id,
      ]),
    )
    expect((await latestFigures(scope))?.countedAt).to.equal(NOON.toISOString())
    now = later(now, 30_000)
    await areCountedAt(scope, now)
  })

  it('are not counted again at once if a count fails', async () => {
    const scope = await givenScope()
    let now = NOON
    setClock(() => now)
    await onConnection((sql) => sql.run('RENAME TABLE refunds TO refunds_elsewhere'))
    try {
      expect(await latestFigures(scope)).to.equal(null)
    } finally {
      await onConnection((sql) => sql.run('RENAME TABLE refunds_elsewhere TO refunds'))
    }
    expect(await latestFigures(scope), 'at once').to.equal(null)
    now = later(NOON, 2 * MINUTE)
    expect((await latestFigures(scope))?.countedAt).to.equal(now.toISOString())
  })

  it('are the old ones if a count takes longer than a page can wait', async () => {
    const scope = await givenScope()
    let now = NOON
    setClock(() => now)
    await latestFigures(scope)
    await onConnection((sql) => sql.run('UPDATE figures SET took = 4000'))
    now = later(NOON, 6 * MINUTE)
    expect((await latestFigures(scope))?.countedAt, 'a count that took 4 s').to.equal(NOON.toISOString())
    now = later(NOON, 7 * MINUTE)
    await areCountedAt(scope, now)
  })

  it('are not shown on the next day while they cannot be counted again', async () => {
    const scope = await givenScope()
    let now = NOON
    setClock(() => now)
    await latestFigures(scope)
    await onConnection((sql) =>
      sql.run('UPDATE figures SET took = 0, claimed_until = ? WHERE project_id = ?', [
        later(NOON, 2 * DAY),
        scope.project.id,
      ]),
    )
    now = later(NOON, HOUR)
    expect((await latestFigures(scope))?.countedAt).to.equal(NOON.toISOString())
    now = later(NOON, DAY)
    expect(await latestFigures(scope)).to.equal(null)
  })
})
