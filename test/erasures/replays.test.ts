import { expect } from 'chai'
import type { Response } from 'supertest'
import { onConnection } from '../../db/sql.ts'
import { givenCheckout } from '../support/given/checkout.ts'
import { BASIC, givenClub } from '../support/given/club.ts'
import { givenMerchant, givenTransferShop, type Merchant, tea } from '../support/given/merchant.ts'
import { closeReceivers, drain, givenEndpoint, givenReceiver } from '../support/given/receiver.ts'

type Sent = [path: string, body: object]

describe('a response stored for an idempotency key', () => {
  const send = (shop: Merchant, [path, body]: Sent) =>
    shop.post(path, body).set('Idempotency-Key', `key ${path}`)
  const outcome = ({ status, body }: Response) => [status, (body as { code?: string }).code]
  afterEach(closeReceivers)
  const EXPIRED = [409, 'idempotency_key_expired']

  it('is deleted with its customer: the request is rejected, and no customer is created again', async () => {
    const shop = await givenMerchant()
    const sent: Sent = ['/customers', { email: 'ann@example.com', name: 'Ann' }]
    const { body } = await send(shop, sent).expect(201)
    await send(shop, sent).expect(201)
    await shop.delete(`/customers/${body.data.id}`).expect(200)
    const again = await send(shop, sent)
    expect(outcome(again)).to.deep.equal(EXPIRED)
    expect(again.body.message).to.include('Use a new key')
    expect(again.headers).not.to.have.property('idempotent-replayed')
    expect((await shop.get('/customers')).body.meta.total).to.equal(0)
    await shop
      .post(...sent)
      .set('Idempotency-Key', 'new')
      .expect(201)
  })

  it('is deleted with its customer for any object, and other responses stay', async () => {
    const { shop, customerId: customer_id } = await givenClub([BASIC])
    await shop.patch('', { email: 'owner@example.com' }).expect(200)
    const open = await givenCheckout(shop, { ...tea(), customer_id })
    const paid = await givenCheckout(shop, { ...tea(), customer_id })
    await paid.customer.pay()
    const [payment] = (await shop.get(`/payments?customer_id=${customer_id}`)).body.data as { id: number }[]
    const about: Sent[] = [
      ['/checkouts', { ...tea(), customer_id }],
      [`/checkouts/${open.id}/expire`, {}],
      ['/invoices', { amount: 500, customer_id }],
      [`/payments/${payment!.id}/refunds`, { amount: 100, note: 'To Ann’s account' }],
      ['/billing-portal/sessions', { customer_id }],
      ['/trial-links', { customer_id, price: 'basic', trial_days: 7 }],
    ]
    const others: Sent[] = [
      ['/customers', { email: 'bob@example.com' }],
      ['/products', { name: 'Tea' }],
    ]
    for (const sent of [...about, ...others])
      expect((await send(shop, sent)).status, sent[0]).to.be.below(300)
    await shop.delete(`/customers/${customer_id}`).expect(200)
    for (const sent of about) expect(outcome(await send(shop, sent)), sent[0]).to.deep.equal(EXPIRED)
    for (const sent of others)
      expect((await send(shop, sent)).headers, sent[0]).to.include({ 'idempotent-replayed': 'true' })
  })

  it('is deleted with the subscription’s customer', async () => {
    const club = await givenClub([BASIC])
    const sent: Sent = ['/subscriptions', { price: 'basic', customer_id: club.customerId, trial_days: 7 }]
    const { body } = await send(club.shop, sent).expect(201)
    await club.cancel(body.data.id as number, 'immediately').expect(200)
    await club.shop.delete(`/customers/${club.customerId}`).expect(200)
    expect(outcome(await send(club.shop, sent))).to.deep.equal(EXPIRED)
  })

  it('is deleted with a guest', async () => {
    const shop = await givenTransferShop()
    const order = await givenCheckout(shop)
    await order.customer.pay({ email: 'guest@example.com', payment_method: 'bank_transfer' })
    await order.customer.press('claim_transfer')
    const [payment] = (await shop.get('/payments')).body.data as { id: number }[]
    const sent: Sent = [`/payments/${payment!.id}/confirm`, {}]
    const { body } = await send(shop, sent).expect(200)
    expect(body.data.customer_email).to.equal('guest@example.com')
    await shop.post('/erasures', { email: 'guest@example.com' }).expect(200)
    expect(outcome(await send(shop, sent))).to.deep.equal(EXPIRED)
  })

  it('is deleted with a guest whose data an endpoint has returned', async () => {
    const shop = await givenMerchant()
    const receiver = await givenReceiver()
    receiver.behave = (response) => response.writeHead(400).end(receiver.received.at(-1)!.body)
    const endpoint = await givenEndpoint(shop, receiver.url)
    const order = await givenCheckout(shop)
    await order.customer.pay({ email: 'guest@example.com' })
    await drain(endpoint)
    const [delivery] = (await shop.get('/webhook-deliveries')).body.data as { id: number }[]
    const sent: Sent = [`/webhook-deliveries/${delivery!.id}/resend`, {}]
    expect(JSON.stringify((await send(shop, sent).expect(200)).body)).to.include('guest@example.com')
    await shop.post('/erasures', { email: 'guest@example.com' }).expect(200)
    expect(outcome(await send(shop, sent))).to.deep.equal(EXPIRED)
  })

  it('is rejected as reused for another request', async () => {
    const shop = await givenMerchant()
    const { body } = await send(shop, ['/customers', { email: 'ann@example.com' }]).expect(201)
    await shop.delete(`/customers/${body.data.id}`).expect(200)
    const other = await send(shop, ['/customers', { email: 'other@example.com' }])
    expect(outcome(other)).to.deep.equal([422, 'idempotency_key_reused'])
  })

  it('is overwritten in the database', async () => {
    const shop = await givenMerchant()
    const { body } = await send(shop, ['/customers', { email: 'ann@example.com' }]).expect(201)
    const answer = () =>
      onConnection((sql) =>
        sql.row<{ answer: Buffer }>('SELECT answer FROM idempotency_keys WHERE project_id = ?', [
          shop.projectId,
        ]),
      )
    const before = await answer()
    await shop.delete(`/customers/${body.data.id}`).expect(200)
    expect((await answer())!.answer.equals(before!.answer)).to.equal(false)
  })
})
