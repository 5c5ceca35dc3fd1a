import { expect } from 'chai'
import { stepSubscription } from '../../common/services/operations/timer-steps.ts'
import { cachedProject } from '../../common/services/projects/cache.ts'
import { onConnection } from '../../db/sql.ts'
import { atomically } from '../../worker/atomically.ts'
import { at, givenJune, newCustomer, told } from '../support/given/club.ts'
import { eventsOf, paymentsOf } from '../support/stored.ts'
import { isThorough } from '../support/thorough.ts'

/** Each mode with each order in which the requests start, twice or four times. `npm run test:model` plays many. */
const ROUNDS = Number(process.env.MODEL_RUNS ?? (isThorough ? 48 : 24))

describe('subscriptions under concurrent requests', () => {
  it('create one subscription from two first purchases of one product, each pressed ten times', async () => {
    const club = await givenJune()
    const two = [await club.opened('basic'), await club.opened('basic')]
    const pages = await Promise.all(two.map(({ customer }) => customer.get()))
    const presses = Array.from({ length: 20 }, (_, index) =>
      two[index % 2]!.customer.pay({}, pages[index % 2]),
    )
    for (const { status } of await Promise.all(presses)) expect(status).to.be.below(500)
    const { body } = await club.shop.get(`/subscriptions?customer_id=${club.customerId}`)
    expect(body.data).to.have.length(1)
    expect(await club.stands(body.data[0].id)).to.equal('active basic 2026-06-01T00:00…2026-07-01T23:59')
    expect(await told(body.data[0].id)).to.equal('created')
    const statuses = (await Promise.all(two.map(({ id }) => club.checkout(id)))).map(({ status }) => status)
    expect(statuses.sort()).to.deep.equal(['complete', 'expired'])
    const payments = (await Promise.all(two.map(({ id }) => paymentsOf(id)))).flat()
    expect(payments.filter(({ status }) => status === 'paid')).to.have.length(1)
    expect(payments.filter(({ status }) => status === 'refund_required')).to.have.length(0)
  })

  it('add one period for each of ten simultaneous renewals', async () => {
    const club = await givenJune()
    const { id } = await club.buy('basic')
    const open = []
    for (let count = 0; count < 10; count += 1) open.push(await club.opened('basic'))
    const answers = await Promise.all(open.map(({ customer }) => customer.pay()))
    for (const { status } of answers) expect(status).to.be.below(500)
    expect(await club.stands(id)).to.equal('active basic 2026-06-01T00:00…2027-05-01T23:59')
    expect(await eventsOf('subscription', id)).to.have.length(11)
  })

  it('start one trial when one customer requests twenty at the same time', async () => {
    const club = await givenJune()
    const trial = { customer_id: club.customerId, price: 'basic', trial_days: 5 }
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => club.shop.post('/subscriptions', trial)),
    )
    const codes = answers.map(({ status, body }) => (status === 201 ? 'created' : String(body.code)))
    expect(codes.filter((code) => code === 'created')).to.have.length(1)
    expect(codes.filter((code) => code === 'already_subscribed')).to.have.length(19)
  })

  it('start exactly thirty of sixty simultaneous live trials on the Starter plan', async () => {
    const club = await givenJune({}, [], { plan: 'starter' })
    const shop = club.shop.live
    const product = { product_data: { name: 'Live' }, unit_amount: 1_000, recurring_interval: 'month' }
    await shop.post('/prices', { ...product, lookup_key: 'live' }).expect(201)
    const customers: number[] = []
    for (let count = 0; count < 60; count += 1)
      customers.push(await newCustomer(shop, `c${count}@example.com`))
    // On a slow machine the last requests are answered with 503 and sent again, as a merchant's server would do.
    const subscribe = async (customer_id: number): Promise<string> => {
      const trial = { customer_id, price: 'live', trial_days: 5 }
      const { status, body } = await shop
        .post('/subscriptions', trial)
        .set('Idempotency-Key', `c${customer_id}`)
      if (status === 503) return subscribe(customer_id)
      return status === 201 ? 'created' : String(body.code)
    }
    const codes = await Promise.all(customers.map(subscribe))
    expect(codes.filter((code) => code === 'created')).to.have.length(30)
    expect(codes.filter((code) => code === 'plan_limit_reached')).to.have.length(30)
  })

  it(`have the result of some sequential order for a cancellation, a renewal and the end of the period, ${ROUNDS} times`, async () => {
    const club = await givenJune()
    const project = (await cachedProject(club.shop.projectId))!
    const expectedOutcomes = {
      immediately: /^200 created renewal_due (canceled, new|renewed canceled, renewed)$/,
      at_period_end: /^200 created renewal_due (updated renewed|renewed updated), renewed$/,
      over: /^409 created canceled, new$/,
    }
    const seen = new Set<string>()
    for (let round = 0; round < ROUNDS; round += 1) {
      at('2026-06-01T00:00:00Z')
      const one = await club.another(`c${round}@example.com`)
      const { id } = await one.buy('basic')
      const { id: checkoutId, customer } = await one.opened('basic')
      const page = await customer.get()
      // One second before the end nothing is due, and only the cancellation and the renewal meet.
      const over = round % 4 === 0
      at(over ? '2026-07-01T23:59:59Z' : '2026-07-01T23:59:58Z')
      const mode = round % 2 === 0 ? 'immediately' : 'at_period_end'
      const actions = [
        () => one.cancel(id, mode),
        () => customer.pay({}, page),
        () => atomically((tx) => stepSubscription(tx, project, id)),
      ]
      const started = [0, 1, 2]
        .map((index) => (index + round) % 3)
        .map((index) => ({ index, end: actions[index]!() }))
      const answers = await Promise.all(started.map(({ end }) => end))
      for (const answer of answers) if (answer) expect(answer.status).to.be.below(500)
      const { status } = answers[started.findIndex(({ index }) => index === 0)] as { status: number }
      const checkout = await one.checkout(checkoutId)
      const kind = checkout.subscription_id === id ? 'renewed' : 'new'
      const outcome = `${status} ${await told(id)}, ${kind}`
      expect(outcome, `round ${round}`).to.match(expectedOutcomes[over ? 'over' : mode])
      if (kind === 'new') expect(await told(checkout.subscription_id!)).to.equal('created')
      expect((await paymentsOf(checkoutId)).map((payment) => payment.status)).to.deep.equal(['paid'])
      seen.add(outcome)
    }
    expect([...seen], 'the requests did not overlap').to.have.length.above(2)
  }).timeout(ROUNDS * 1_500 + 60_000)

  it('leave every product with one subscription, and every paid checkout with its time', async () => {
    const club = await givenJune()
    const opened = []
    for (const price of ['basic', 'gold', 'gym', 'basic', 'gym']) opened.push(await club.opened(price))
    await Promise.all(opened.map(({ customer }) => customer.pay()))
    const rows = await onConnection((sql) =>
      sql.rows<{ product_id: number; entitled: number }>(
        "SELECT product_id, COUNT(*) AS entitled FROM subscriptions WHERE customer_id = ? AND status <> 'canceled' GROUP BY product_id",
        [club.customerId],
      ),
    )
    expect(rows.map(({ entitled }) => entitled)).to.deep.equal([1, 1])
  })
})
