import { expect } from 'chai'
import { Webhook } from 'standardwebhooks'
import type { RehearsalObject } from '../../common/domain/webhooks/rehearsals/object.ts'
import { setClock } from '../../common/runtime/clock.ts'
import { mismatchesOf, schemaAt } from '../openapi/schemas.ts'
import { givenMerchant, type Merchant } from '../support/given/merchant.ts'
import {
  closeReceivers,
  drain,
  givenEndpoint,
  givenReceiver,
  type Receiver,
  says,
} from '../support/given/receiver.ts'

const LIFE = [
  'checkout.completed',
  'subscription.created',
  'subscription.renewal_due',
  'subscription.renewal_due',
  'checkout.completed',
  'subscription.renewed',
  'subscription.updated',
  'subscription.updated',
  'checkout.completed',
  'subscription.updated',
  'subscription.past_due',
  'subscription.canceled',
]

describe('a rehearsal', () => {
  afterEach(closeReceivers)

  async function rehearse(shop: Merchant, endpoint: { id: number }, body: object = {}) {
    const { body: answer } = await shop.post(`/webhook-endpoints/${endpoint.id}/rehearse`, body).expect(201)
    return answer.data as RehearsalObject
  }

  /** Advances the time of a rehearsal in steps of a quarter of a second, and drains the endpoint in each. */
  async function play(shop: Merchant, endpoint: { id: number }, { id }: RehearsalObject) {
    const started = Date.now()
    for (let step = 0; step < 2 * LIFE.length; step += 1) {
      setClock(() => new Date(started + step * 250))
      await drain(endpoint)
    }
    const { body } = await shop.get(`/webhook-endpoints/${endpoint.id}/rehearsals/${id}`).expect(200)
    return body.data as RehearsalObject
  }

  const eventsIn = ({ received }: Receiver) =>
    received.map(
      ({ body }) =>
        JSON.parse(body) as {
          id: number
          type: string
          object: string
          is_test: boolean
          sequence: number
          data: { object: { id: number; metadata: Record<string, string>; status: string } }
        },
    )

  it('sends the whole life of a subscription by ordinary, signed deliveries', async () => {
    const shop = await givenMerchant()
    const receiver = await givenReceiver()
    const endpoint = await givenEndpoint(shop, receiver.url)
    const rehearsal = await rehearse(shop, endpoint)
    expect(rehearsal).to.include({ endpoint_id: endpoint.id, is_test: true, status: 'running' })
    expect(rehearsal.deliveries.map(({ event_type }) => event_type)).to.deep.equal(LIFE)

    const report = await play(shop, endpoint, rehearsal)
    const events = eventsIn(receiver)
    expect(events.map(({ type }) => type)).to.deep.equal(LIFE)
    for (const { type, data } of events) {
      const isChange = /updated|renewed/.test(type)
      expect(data, type).to.have.all.keys('object', ...(isChange ? ['previous_attributes'] : []))
    }
    for (const { body, headers } of receiver.received)
      new Webhook(endpoint.secret).verify(body, headers as Record<string, string>)
    expect(report.status).to.equal('finished')
    expect(report.verdicts).to.deep.equal(['The endpoint responded 2xx in time to every delivery.'])
    expect(report.deliveries.map(({ order_sent }) => order_sent)).to.deep.equal(LIFE.map((_, i) => i + 1))
    expect(report.deliveries.every(({ out_of_order }) => !out_of_order)).to.equal(true)
  })

  it('sends complete objects that are recognizable as unreal', async () => {
    const shop = await givenMerchant()
    const receiver = await givenReceiver()
    const endpoint = await givenEndpoint(shop, receiver.url)
    const rehearsal = await rehearse(shop, endpoint)
    await play(shop, endpoint, rehearsal)
    const events = eventsIn(receiver)
    for (const event of events) {
      const isValid = schemaAt('components', 'schemas', 'Event')
      expect(isValid(event), mismatchesOf(isValid).join('; ')).to.equal(true)
      const { id, metadata } = event.data.object
      expect(event.is_test).to.equal(true)
      expect(id).to.be.at.least(900_000_000_000_000)
      expect(metadata).to.deep.equal({ rehearsal: String(rehearsal.id) })
      expect((await shop.get(`/${event.object}s/${id}`)).status).to.equal(404)
    }
    const subscription = events.filter(({ object }) => object === 'subscription')
    expect(subscription.map(({ sequence }) => sequence)).to.deep.equal([1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(subscription.at(-1)!.data.object.status).to.equal('canceled')
    const again = await rehearse(shop, endpoint)
    expect(again.deliveries[0]!.object_id).to.not.equal(rehearsal.deliveries[0]!.object_id)
  })

  it('repeats each delivery on request, and reports a receiver that fails then', async () => {
    const shop = await givenMerchant()
    const seen = new Set<string>()
    const receiver = await givenReceiver((response, request) => {
      const id = String(request.headers['webhook-id'])
      response.writeHead(seen.has(id) ? 500 : 200).end()
      seen.add(id)
    })
    const endpoint = await givenEndpoint(shop, receiver.url, { events: ['checkout.completed'] })
    const rehearsal = await rehearse(shop, endpoint, { duplicates: true })
    expect(rehearsal.deliveries).to.have.lengthOf(3)
    const report = await play(shop, endpoint, rehearsal)
    for (const { status, attempts } of report.deliveries) {
      expect(status).to.equal('succeeded')
      expect(attempts.map(({ status_code, duplicate }) => [status_code, duplicate])).to.deep.equal([
        [200, false],
        [500, true],
      ])
    }
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
    expect([ids.length, new Set(ids).size]).to.deep.equal([6, 3])
    const bodies = new Set(receiver.received.map(({ body }) => body))
    expect(bodies.size).to.equal(3)
    expect(report.verdicts[0]).to.match(/^Responded 500 to the duplicate of checkout\.completed\./)
  })

  it('reorders deliveries on request, and marks the late ones', async () => {
    const shop = await givenMerchant()
    const receiver = await givenReceiver()
    const endpoint = await givenEndpoint(shop, receiver.url)
    const report = await play(shop, endpoint, await rehearse(shop, endpoint, { reorder: true }))
    expect(eventsIn(receiver).map(({ type }) => type)).to.deep.equal([
      ...[LIFE[2], LIFE[1], LIFE[0], LIFE[5], LIFE[4], LIFE[3]],
      ...[LIFE[8], LIFE[7], LIFE[6], LIFE[11], LIFE[10], LIFE[9]],
    ])
    const late = report.deliveries.filter(({ out_of_order }) => out_of_order)
    expect(late.map(({ sequence }) => sequence)).to.deep.equal([1, 3, 5, 7, 8])
    expect(report.verdicts).to.deep.equal([
      'The endpoint responded 2xx in time to every delivery, including the reordered events.',
    ])
  })

  it('finishes at once with a verdict if the endpoint selects none of its events', async () => {
    const shop = await givenMerchant()
    const endpoint = await givenEndpoint(shop, 'https://shop.example/hooks', { events: ['invoice.paid'] })
    const { status, deliveries, verdicts } = await rehearse(shop, endpoint)
    expect([status, deliveries, verdicts.length]).to.deep.equal(['finished', [], 1])
  })

  it('can run twice at once without mixing up', async () => {
    const shop = await givenMerchant()
    const receiver = await givenReceiver()
    const endpoint = await givenEndpoint(shop, receiver.url)
    const both = await Promise.all([rehearse(shop, endpoint), rehearse(shop, endpoint)])
    const reports = [await play(shop, endpoint, both[0]), await play(shop, endpoint, both[1])]
    for (const { status, deliveries, verdicts } of reports) {
      expect([status, deliveries.length, verdicts.length]).to.deep.equal(['finished', 12, 1])
      expect(deliveries.map(({ sequence }) => sequence)).to.deep.equal([1, 1, 2, 3, 1, 4, 5, 6, 1, 7, 8, 9])
    }
    const objects = reports.map(({ deliveries }) => new Set(deliveries.map(({ object_id }) => object_id)))
    expect([...objects[0]!].filter((id) => objects[1]!.has(id))).to.deep.equal([])
    expect(receiver.received).to.have.lengthOf(24)
  })

  it('is rejected in live mode, for an inactive endpoint, and with invalid options', async () => {
    const shop = await givenMerchant()
    const live = await givenEndpoint(shop.live, 'https://shop.example/hooks')
    const refused = await shop.live.post(`/webhook-endpoints/${live.id}/rehearse`)
    expect(refused.status).to.equal(422)
    expect(refused.body.message).to.match(
      /^A rehearsal needs a test token\. Create a webhook endpoint in test mode/,
    )
    const { id } = await givenEndpoint(shop, 'https://shop.example/hooks')
    const typos = await shop.post(`/webhook-endpoints/${id}/rehearse`, { duplicates: 1, order: true })
    expect(typos.status).to.equal(422)
    expect(typos.body.errors).to.have.all.keys('duplicates', 'order')
    await shop.patch(`/webhook-endpoints/${id}`, { active: false })
    const inactive = await shop.post(`/webhook-endpoints/${id}/rehearse`)
    expect([inactive.status, inactive.body.code]).to.deep.equal([409, 'endpoint_inactive'])
  })

  it('is visible only in its own project and mode, under its own endpoint', async () => {
    const shop = await givenMerchant()
    const endpoint = await givenEndpoint(shop, 'https://shop.example/hooks')
    const other = await givenEndpoint(shop, 'https://shop.example/hooks')
    const { id } = await rehearse(shop, endpoint)
    const path = `/webhook-endpoints/${endpoint.id}/rehearsals/${id}`
    expect((await (await givenMerchant()).get(path)).status).to.equal(404)
    expect((await shop.live.get(path)).status).to.equal(404)
    expect((await shop.get(`/webhook-endpoints/${other.id}/rehearsals/${id}`)).status).to.equal(404)
  })

  it('is not sent again when a merchant resends missed events', async () => {
    const shop = await givenMerchant()
    const receiver = await givenReceiver(says(500))
    const endpoint = await givenEndpoint(shop, receiver.url)
    await rehearse(shop, endpoint)
    const since = new Date(Date.now() - 80 * 86_400_000).toISOString()
    await shop.patch(`/webhook-endpoints/${endpoint.id}`, { active: false })
    await shop.patch(`/webhook-endpoints/${endpoint.id}`, { active: true, resend_since: since })
    const { body } = await shop.get(`/webhook-deliveries?endpoint_id=${endpoint.id}&status=pending`)
    expect(body.data).to.deep.equal([])
  })
})
