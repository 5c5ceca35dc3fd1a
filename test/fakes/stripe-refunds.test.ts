import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect } from 'chai'
import Stripe from 'stripe'
import { FAKE_WEBHOOK_SECRET, FakeStripe } from '../../dev/fakes/stripe.ts'
import { askStripe, errorIn, givenPaid, session } from './ask.ts'
import { faultsOf } from './schemas.ts'

describe('refunds of the fake Stripe', () => {
  let fake: FakeStripe
  let paid: Awaited<ReturnType<typeof givenPaid>>

  beforeEach(async () => {
    fake = await FakeStripe.start()
    paid = await givenPaid(fake)
  })
  afterEach(() => {
    fake.stop()
  })

  const account = () => fake.accounts.test
  const charge = () => account().charges.get(paid.charge)!
  const create = (form: Record<string, string> = {}) =>
    askStripe(fake, 'POST', 'refunds', { payment_intent: paid.intent, ...form })
  const created = async (form: Record<string, string> = {}) =>
    (await create(form)).body as { id: string; status: string }
  /** Returns the types of the events since the payment, in order. */
  const eventTypes = () =>
    account()
      .events.slice(1)
      .map(({ type }) => type)

  it('are created with a payment intent or a charge', async () => {
    const byCharge = await askStripe(fake, 'POST', 'refunds', { charge: paid.charge, amount: '100' })
    expect(byCharge.body).to.include({ amount: 100, charge: paid.charge, payment_intent: paid.intent })
    expect((await create()).body).to.include({ amount: 400, status: 'succeeded' })
    expect(charge()).to.include({ amount_refunded: 500, refunded: true })
    expect(eventTypes()).to.deep.equal(['charge.refunded', 'charge.refunded'])
  })

  const transitions: [
    from: 'pending' | 'requires_action' | 'succeeded',
    to: 'succeeded' | 'failed' | 'canceled',
  ][] = [
    ['pending', 'succeeded'],
    ['pending', 'failed'],
    ['requires_action', 'succeeded'],
    ['requires_action', 'failed'],
    ['requires_action', 'canceled'],
    ['succeeded', 'failed'],
  ]
  for (const [from, to] of transitions) {
    it(`change from ${from} to ${to}, with events and fields as published`, async () => {
      account().nextRefundStatus = from
      const { id, status } = await created({ amount: '200' })
      expect(status).to.equal(from)
      expect(charge().amount_refunded).to.equal(200)
      const before = (await askStripe(fake, 'GET', `refunds/${id}`)).body
      expect(faultsOf('refund', before)).to.deep.equal([])

      account().settleRefund(id, to)
      const after = (await askStripe(fake, 'GET', `refunds/${id}`)).body
      expect(faultsOf('refund', after)).to.deep.equal([])
      expect(after.status).to.equal(to)
      expect(charge().amount_refunded).to.equal(to === 'succeeded' ? 200 : 0)
      const updated = ['charge.refunded', 'refund.updated', 'charge.refund.updated']
      expect(eventTypes()).to.deep.equal(to === 'failed' ? [...updated, 'refund.failed'] : updated)
      for (const event of account().events) expect(faultsOf('event', event), event.type).to.deep.equal([])
      expect(account().events[2]!.data.previous_attributes).to.include({ status: from })
    })
  }

  it('have the reason of a failure in the event', async () => {
    const { id } = await created()
    account().settleRefund(id, 'failed', 'lost_or_stolen_card')
    const { data } = account().events.at(-1)!
    expect(data.object).to.include({ status: 'failed', failure_reason: 'lost_or_stolen_card' })
    expect(charge().refunded).to.equal(false)
  })

  it('can be created again after a failure', async () => {
    const { id } = await created()
    account().settleRefund(id, 'failed')
    expect((await create()).body).to.include({ amount: 500, status: 'succeeded' })
  })

  it('still count in the charge after a failure, if that is switched on', async () => {
    fake.switches.countsFailedRefunds = true
    const { id } = await created()
    account().settleRefund(id, 'failed')
    expect(charge()).to.include({ amount_refunded: 500, refunded: true })
  })

  it('cannot change after a final status', async () => {
    const { id } = await created()
    account().settleRefund(id, 'failed')
    expect(() => account().settleRefund(id, 'succeeded')).to.throw('cannot become')
    const { id: other } = await created()
    expect(() => account().settleRefund(other, 'canceled')).to.throw('cannot become')
  })

  it('are refused with the published errors', async () => {
    const all = () => create({ amount: '500' })
    const refused: [reply: Awaited<ReturnType<typeof create>>, status: number, code: string | undefined][] = [
      [await create({ amount: '0' }), 400, 'parameter_invalid_integer'],
      [await create({ amount: '1.5' }), 400, 'parameter_invalid_integer'],
      [await create({ amount: '501' }), 400, undefined],
      [await askStripe(fake, 'POST', 'refunds', { amount: '1' }), 400, undefined],
      [await create({ payment_intent: 'pi_none' }), 404, 'resource_missing'],
      [await askStripe(fake, 'POST', 'refunds', { charge: 'ch_none' }), 404, 'resource_missing'],
      [(await all(), await all()), 400, 'charge_already_refunded'],
      [await askStripe(fake, 'GET', 'refunds/re_none'), 404, 'resource_missing'],
    ]
    for (const [reply, status, code] of refused) {
      expect(errorIn(reply)).to.deep.equal([status, 'invalid_request_error', code])
      expect(faultsOf('error', reply.body)).to.deep.equal([])
    }
  })

  it('are refused for a payment with a declined card', async () => {
    const { body } = await askStripe(fake, 'POST', 'checkout/sessions', session())
    const { payment_intent: intent } = account().decline(body.id as string)
    expect(errorIn(await create({ payment_intent: intent! }))[0]).to.equal(400)
  })

  it('send events with names that the package declares', () => {
    const declared = readFileSync('node_modules/stripe/esm/resources/Events.d.ts', 'utf8')
    for (const type of [...fake.switches.enabledEvents, 'refund.created'])
      expect(declared).to.include(`'${type}'`)
  })

  describe('with an endpoint for their events', () => {
    let url: string
    let endpoint: ReturnType<typeof createServer>
    let received: Stripe.Event[]
    let isDown: boolean

    beforeEach(async () => {
      ;[received, isDown] = [[], false]
      endpoint = createServer((request, response) => {
        void text(request).then((body) => {
          const signature = String(request.headers['stripe-signature'])
          if (!isDown) received.push(Stripe.webhooks.constructEvent(body, signature, FAKE_WEBHOOK_SECRET))
          response.writeHead(isDown ? 500 : 200).end()
        })
      })
      await new Promise<void>((listening) => endpoint.listen(0, '127.0.0.1', listening))
      url = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}`
      fake.hintUrls.test = url
      fake.switches.holdsEvents = true
    })
    afterEach(() => {
      endpoint.close()
      endpoint.closeAllConnections()
    })

    const givenFailed = async () => account().settleRefund((await created()).id, 'failed')
    const inOrder = ['charge.refunded', 'refund.updated', 'charge.refund.updated', 'refund.failed']
    const types = () => received.map(({ type }) => type)

    it('send events only when the test delivers them', async () => {
      await givenFailed()
      expect(received).to.deep.equal([])
      await fake.deliver()
      expect(types()).to.deep.equal(inOrder)
      await fake.deliver()
      expect(types()).to.deep.equal(inOrder)
    })

    it('send events in another order, and twice with the same id', async () => {
      await givenFailed()
      await fake.deliver({ order: 'reversed', times: 2 })
      expect(types()).to.deep.equal(inOrder.toReversed().flatMap((type) => [type, type]))
      expect(new Set(received.map(({ id }) => id)).size).to.equal(4)
    })

    it('send events again after a failed delivery', async () => {
      await givenFailed()
      isDown = true
      await fake.deliver()
      isDown = false
      await fake.deliver()
      expect(types()).to.deep.equal(inOrder)
    })

    it('send events at once unless they are held', async () => {
      fake.switches.holdsEvents = false
      await givenFailed()
      while (received.length < 4) await new Promise((go) => setTimeout(go, 5))
      expect(types()).to.have.members(inOrder)
    })

    it('send only the event types that the endpoint has enabled', async () => {
      fake.switches.enabledEvents.add('refund.created').delete('charge.refund.updated')
      await givenFailed()
      await fake.deliver()
      expect(types()).to.deep.equal(['refund.created', 'charge.refunded', 'refund.updated', 'refund.failed'])
    })
  })
})
