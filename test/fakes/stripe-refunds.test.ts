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
  const made = async (form: Record<string, string> = {}) =>
    (await create(form)).body as { id: string; status: string }
  /** The types of the events since the payment, in their order. */
  const told = () =>
    account()
      .events.slice(1)
      .map(({ type }) => type)

  it('are made by the payment intent or by the charge', async () => {
    const byCharge = await askStripe(fake, 'POST', 'refunds', { charge: paid.charge, amount: '100' })
    expect(byCharge.body).to.include({ amount: 100, charge: paid.charge, payment_intent: paid.intent })
    expect((await create()).body).to.include({ amount: 400, status: 'succeeded' })
    expect(charge()).to.include({ amount_refunded: 500, refunded: true })
    expect(told()).to.deep.equal(['charge.refunded', 'charge.refunded'])
  })

  const lives: [
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
  for (const [from, to] of lives) {
    it(`go from ${from} to ${to}, with events and shapes as published`, async () => {
      account().nextRefundStatus = from
      const { id, status } = await made({ amount: '200' })
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
      expect(told()).to.deep.equal(to === 'failed' ? [...updated, 'refund.failed'] : updated)
      for (const event of account().events) expect(faultsOf('event', event), event.type).to.deep.equal([])
      expect(account().events[2]!.data.previous_attributes).to.include({ status: from })
    })
  }

  it('say why they failed, and what they were before, in the event', async () => {
    const { id } = await made()
    account().settleRefund(id, 'failed', 'lost_or_stolen_card')
    const { data } = account().events.at(-1)!
    expect(data.object).to.include({ status: 'failed', failure_reason: 'lost_or_stolen_card' })
    expect(charge().refunded).to.equal(false)
  })

  it('can be made again for money that came back', async () => {
    const { id } = await made()
    account().settleRefund(id, 'failed')
    expect((await create()).body).to.include({ amount: 500, status: 'succeeded' })
  })

  it('stay counted by the charge after they failed, if that is switched on', async () => {
    fake.switches.countsFailedRefunds = true
    const { id } = await made()
    account().settleRefund(id, 'failed')
    expect(charge()).to.include({ amount_refunded: 500, refunded: true })
  })

  it('do not come back from an end', async () => {
    const { id } = await made()
    account().settleRefund(id, 'failed')
    expect(() => account().settleRefund(id, 'succeeded')).to.throw('cannot become')
    const { id: other } = await made()
    expect(() => account().settleRefund(other, 'canceled')).to.throw('cannot become')
  })

  it('are refused as published', async () => {
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

  it('cannot be made of a payment whose card was declined', async () => {
    const { body } = await askStripe(fake, 'POST', 'checkout/sessions', session())
    const { payment_intent: intent } = account().decline(body.id as string)
    expect(errorIn(await create({ payment_intent: intent! }))[0]).to.equal(400)
  })

  it('have names of events that the package declares', () => {
    const declared = readFileSync('node_modules/stripe/esm/resources/Events.d.ts', 'utf8')
    for (const type of [...fake.switches.enabledEvents, 'refund.created'])
      expect(declared).to.include(`'${type}'`)
  })

  describe('heard by an endpoint', () => {
    let url: string
    let endpoint: ReturnType<typeof createServer>
    let heard: Stripe.Event[]
    let isDown: boolean

    beforeEach(async () => {
      ;[heard, isDown] = [[], false]
      endpoint = createServer((request, response) => {
        void text(request).then((body) => {
          const signature = String(request.headers['stripe-signature'])
          if (!isDown) heard.push(Stripe.webhooks.constructEvent(body, signature, FAKE_WEBHOOK_SECRET))
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

    const givenFailed = async () => account().settleRefund((await made()).id, 'failed')
    const inOrder = ['charge.refunded', 'refund.updated', 'charge.refund.updated', 'refund.failed']
    const types = () => heard.map(({ type }) => type)

    it('come when they are delivered, and not before', async () => {
      await givenFailed()
      expect(heard).to.deep.equal([])
      await fake.deliver()
      expect(types()).to.deep.equal(inOrder)
      await fake.deliver()
      expect(types()).to.deep.equal(inOrder)
    })

    it('come in another order, and twice with the same id', async () => {
      await givenFailed()
      await fake.deliver({ order: 'reversed', times: 2 })
      expect(types()).to.deep.equal(inOrder.toReversed().flatMap((type) => [type, type]))
      expect(new Set(heard.map(({ id }) => id)).size).to.equal(4)
    })

    it('come again after they were not taken', async () => {
      await givenFailed()
      isDown = true
      await fake.deliver()
      isDown = false
      await fake.deliver()
      expect(types()).to.deep.equal(inOrder)
    })

    it('come as they happen unless they are held', async () => {
      fake.switches.holdsEvents = false
      await givenFailed()
      while (heard.length < 4) await new Promise((go) => setTimeout(go, 5))
      expect(types()).to.have.members(inOrder)
    })

    it('come only if the endpoint has enabled their type', async () => {
      fake.switches.enabledEvents.add('refund.created').delete('charge.refund.updated')
      await givenFailed()
      await fake.deliver()
      expect(types()).to.deep.equal(['refund.created', 'charge.refunded', 'refund.updated', 'refund.failed'])
    })
  })
})
