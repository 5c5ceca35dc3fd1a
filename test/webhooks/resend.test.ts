import { expect } from 'chai'
import { onConnection } from '../../db/sql.ts'
import { givenMerchant } from '../support/given/merchant.ts'
import {
  closeReceivers,
  deliveriesOf,
  drain,
  givenEndpoint,
  givenReceiver,
  says,
  somethingHappens,
} from '../support/given/receiver.ts'

describe('resending a delivery', () => {
  afterEach(closeReceivers)

  it('sends the same id and bytes again, even after a success', async () => {
    const shop = await givenMerchant()
    const receiver = await givenReceiver()
    const endpoint = await givenEndpoint(shop, receiver.url)
    await somethingHappens(shop)
    await drain(endpoint)
    const [before] = await deliveriesOf(shop, endpoint)
    const { status, body } = await shop.post(`/webhook-deliveries/${before!.id}/resend`)
    expect(status).to.equal(200)
    expect(body.data).to.deep.include({ id: before!.id, event_id: before!.event_id, status: 'pending' })
    await drain(endpoint)
    const [one, two] = receiver.received
    expect(two!.body).to.equal(one!.body)
    expect(two!.headers['webhook-id']).to.equal(one!.headers['webhook-id'])
    const shown = await shop.get(`/webhook-deliveries/${before!.id}`)
    expect(shown.body.data.status).to.equal('succeeded')
    expect(shown.body.data.attempts).to.have.lengthOf(2)
  })

  it('does not use a step of the schedule', async () => {
    const shop = await givenMerchant()
    const receiver = await givenReceiver(says(500))
    const endpoint = await givenEndpoint(shop, receiver.url)
    await somethingHappens(shop)
    await drain(endpoint)
    const [before] = await deliveriesOf(shop, endpoint)
    await shop.post(`/webhook-deliveries/${before!.id}/resend`)
    await shop.post(`/webhook-deliveries/${before!.id}/resend`)
    await drain(endpoint)
    expect(receiver.received).to.have.lengthOf(2)
    const [after] = await deliveriesOf(shop, endpoint)
    expect(after).to.include({ status: 'pending', next_attempt_at: before!.next_attempt_at })
    expect(after!.attempts).to.have.lengthOf(2)
    const row = await onConnection((sql) =>
      sql.row<{ tries: number }>('SELECT tries FROM webhook_deliveries WHERE id = ?', [before!.id]),
    )
    expect(row!.tries).to.equal(1)
  })

  it('keeps a canceled delivery canceled if it fails', async () => {
    const shop = await givenMerchant()
    const receiver = await givenReceiver(says(500))
    const endpoint = await givenEndpoint(shop, receiver.url)
    await somethingHappens(shop)
    await shop.patch(`/webhook-endpoints/${endpoint.id}`, { active: false })
    await shop.patch(`/webhook-endpoints/${endpoint.id}`, { active: true })
    const [before] = await deliveriesOf(shop, endpoint)
    expect(before!.status).to.equal('canceled')
    await shop.post(`/webhook-deliveries/${before!.id}/resend`)
    await drain(endpoint)
    const [after] = await deliveriesOf(shop, endpoint)
    expect(after).to.include({ status: 'canceled', next_attempt_at: null })
    expect(after!.attempts).to.have.lengthOf(1)
  })

  it('is impossible from another mode or project, whose list of deliveries is separate', async () => {
    const shop = await givenMerchant()
    const receiver = await givenReceiver()
    const one = await givenEndpoint(shop, receiver.url)
    const two = await givenEndpoint(shop, receiver.url)
    await somethingHappens(shop)
    await somethingHappens(shop)
    await drain(one)
    const [first, second] = await deliveriesOf(shop, two)
    const count = async (query: string) =>
      (await shop.get(`/webhook-deliveries?${query}`)).body.meta.total as number
    expect(await count('')).to.equal(4)
    expect(await count('status=succeeded')).to.equal(2)
    expect(await count(`event_id=${first!.event_id}`)).to.equal(2)
    expect(await count(`event_id=${second!.event_id}&endpoint_id=${two.id}&status=pending`)).to.equal(1)
    const refused = await shop.get('/webhook-deliveries?status=lost&endpoint_id=x&colour=red')
    expect(refused.status).to.equal(422)
    expect(refused.body.errors).to.have.all.keys('status', 'endpoint_id', 'colour')

    const other = await givenMerchant()
    for (const stranger of [shop.live, other]) {
      expect((await stranger.get(`/webhook-deliveries/${first!.id}`)).status).to.equal(404)
      expect((await stranger.post(`/webhook-deliveries/${first!.id}/resend`)).status).to.equal(404)
      expect((await stranger.get('/webhook-deliveries')).body.data).to.deep.equal([])
    }
  })
})
