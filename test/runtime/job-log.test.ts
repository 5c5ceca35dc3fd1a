import { expect } from 'chai'
import { tea } from '../support/given/merchant.ts'
import { Service, until } from '../support/service.ts'

type Line = Record<string, unknown>

describe('the log of a worker', () => {
  let service: Service
  let checkout: number

  const lines = (): Line[] =>
    service.log.flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Line] : []))
  const makeDue = async (subject: number) => {
    const row = [service.project.id, subject]
    await service.rows('DELETE FROM timers WHERE subject_id = ?', [subject])
    await service.rows(
      "INSERT INTO timers (project_id, kind, subject_id, due_at) VALUES (?, 'checkout.expire', ?, '2026-01-01')",
      row,
    )
  }

  const idOf = async (path: string, body: object) =>
    (await service.call('post', path, body).expect(201)).body.data.id as number

  before(async () => {
    service = await Service.start({ LOG_LEVEL: 'info' })
    const { body } = await service.call('post', '/checkouts', tea()).expect(201)
    checkout = body.data.id
  })
  after(() => service.stop())

  it('has a line with the object for each step', async () => {
    await service.rows("UPDATE checkouts SET expires_at = '2026-01-01' WHERE id = ?", [checkout])
    await makeDue(checkout)
    await until(async () => lines().some(({ msg }) => msg === 'checkout.expired'))
    const logged = lines().filter(({ msg }) => msg === 'checkout.expired')
    expect(logged).to.have.length(1)
    expect(logged[0]).to.include({
      level: 'info',
      job: 'checkout.expire',
      step: 'expire',
      checkout_id: checkout,
      project_id: service.project.id,
      due_at: '2026-01-01T00:00:00.000Z',
      tries: 1,
    })
  })

  it('has a line for each step of a subscription on a test clock', async () => {
    const price = { unit_amount: 500, recurring_interval: 'month', product_data: { name: 'Club' } }
    await service.call('post', '/prices', { ...price, lookup_key: 'club' }).expect(201)
    const clock = await idOf('/test-clocks', { frozen_time: '2026-01-01T00:00:00Z' })
    const customer = await idOf('/customers', { email: 'saraa@example.com', test_clock_id: clock })
    const id = await idOf('/subscriptions', { customer_id: customer, price: 'club', trial_days: 30 })
    await service
      .call('post', `/test-clocks/${clock}/advance`, { frozen_time: '2026-03-01T00:00:00Z' })
      .expect(200)
    const steps = () => lines().filter(({ subscription_id: of }) => of === id)
    await until(async () => steps().some(({ msg }) => msg === 'subscription.canceled'))
    const logged = steps().map(({ msg, step, days_before: days }) => [msg, step, days])
    expect(logged).to.deep.equal([
      ['subscription.reminded', 'remind', 7],
      ['subscription.reminded', 'remind', 1],
      ['subscription.canceled', 'end_period', undefined],
    ])
    expect(steps()[0]).to.include({ job: 'clock.advance', test_clock_id: clock })
  })

  it('shows the project, due time and tries of a failed job', async () => {
    await makeDue(987_654)
    await until(async () => lines().some(({ tries }) => tries === 2))
    const failed = lines().filter(({ msg }) => String(msg).startsWith('a job failed'))
    expect(failed.slice(0, 2).map(({ tries }) => tries)).to.deep.equal([1, 2])
    expect(failed[0]).to.include({
      level: 'error',
      job: 'checkout.expire',
      checkout_id: 987_654,
      project_id: service.project.id,
      due_at: '2026-01-01T00:00:00.000Z',
    })
  })
})
