import { expect } from 'chai'
import { setClock } from '../../common/runtime/clock.ts'
import { sendPortalLink } from '../../common/services/portal/send-link.ts'
import { disableEndpoint } from '../../common/services/webhooks/endpoints/disable.ts'
import type { EndpointRow } from '../../common/services/webhooks/endpoints/rows.ts'
import { onConnection } from '../../db/sql.ts'
import { atomically } from '../../worker/atomically.ts'
import { travelTo } from '../support/due.ts'
import { givenCheckout } from '../support/given/checkout.ts'
import { BASIC, givenClub } from '../support/given/club.ts'
import { projectOf, settings } from '../support/given/email.ts'
import { acceptTransfers, givenInvoice } from '../support/given/invoice.ts'
import { givenMerchant, type Merchant } from '../support/given/merchant.ts'
import { paymentsOf } from '../support/stored.ts'
import { emailsOf, startPost } from './post.ts'

describe('an email that could not be sent at once', () => {
  let post: Awaited<ReturnType<typeof startPost>>

  beforeEach(async () => {
    setClock(() => new Date('2026-08-12T11:04:00Z'))
    post = await startPost()
  })
  afterEach(() => post.close())

  /** Sends the pending emails. Returns kind and status of all emails, oldest first. */
  async function outcome({ projectId }: Merchant): Promise<string[]> {
    await post.send(projectId)
    return (await emailsOf(projectId)).map(({ kind, status }) => `${kind} ${status}`)
  }
  const recipients = () => post.server.taken.flatMap(({ to }) => to)

  /** Creates a merchant with a reported transfer for a checkout. */
  async function reported() {
    const shop = await givenMerchant()
    await acceptTransfers(shop)
    const { id, customer } = await givenCheckout(shop)
    await customer.pay({ payment_method: 'bank_transfer' })
    await customer.press('claim_transfer')
    const [payment] = await paymentsOf(id)
    return { shop, id, customer, paymentId: payment!.id }
  }

  describe('about a transfer', () => {
    for (const decision of ['confirm', 'reject']) {
      it(`is canceled if the merchant has decided since: ${decision}`, async () => {
        const { shop, paymentId } = await reported()
        await travelTo(shop.projectId, new Date('2026-08-16T11:04:00Z'))
        await shop.post(`/payments/${paymentId}/${decision}`).expect(200)
        const emails = await outcome(shop)
        expect(emails).to.include('transfer_reported canceled').and.include('transfers_waiting canceled')
        const sent = emails.filter((email) => email.endsWith('sent'))
        expect(sent).to.deep.equal(decision === 'reject' ? ['transfer_rejected sent'] : [])
      })
    }

    it('is sent while the transfer waits', async () => {
      const { shop } = await reported()
      expect(await outcome(shop)).to.deep.equal([
        'transfer_details sent',
        'transfer_reported sent',
        'transfer_received_note sent',
      ])
    })

    it('is canceled if the order was paid since the transfer was rejected', async () => {
      const { shop, customer, paymentId } = await reported()
      await shop.post(`/payments/${paymentId}/reject`).expect(200)
      await customer.pay()
      expect(await outcome(shop)).to.deep.equal([
        'transfer_details canceled',
        'transfer_reported canceled',
        'transfer_received_note canceled',
        'transfer_rejected canceled',
      ])
    })

    it('about its rejection is canceled if another transfer was reported since', async () => {
      const { shop, customer, paymentId } = await reported()
      await shop.post(`/payments/${paymentId}/reject`).expect(200)
      await customer.pay({ payment_method: 'bank_transfer' })
      await customer.press('claim_transfer')
      expect(await outcome(shop))
        .to.include('transfer_rejected canceled')
        .and.include('transfer_reported sent')
    })

    for (const since of ['paid', 'reported again', 'not paid']) {
      it(`about its rejection is ${since === 'not paid' ? 'sent' : 'canceled'} for an invoice that was ${since} since`, async () => {
        const shop = await givenMerchant()
        await acceptTransfers(shop)
        const { id, customer } = await givenInvoice(shop)
        const report = async () => {
          await customer.pay({ payment_method: 'bank_transfer' })
          await customer.press('claim_transfer')
        }
        await report()
        const [payment] = await paymentsOf(id, 'invoice')
        await shop.post(`/payments/${payment!.id}/reject`).expect(200)
        if (since === 'paid') await customer.pay()
        if (since === 'reported again') await report()
        const status = since === 'not paid' ? 'sent' : 'canceled'
        expect(await outcome(shop)).to.include(`transfer_rejected ${status}`)
      })
    }

    it('about a refund is canceled if the refund was made since', async () => {
      const { shop, customer, id, paymentId } = await reported()
      await shop.post(`/payments/${paymentId}/reject`).expect(200)
      await customer.pay()
      await onConnection((sql) => sql.run("UPDATE payments SET status = 'pending' WHERE id = ?", [paymentId]))
      await shop.post(`/payments/${paymentId}/confirm`).expect(200)
      expect((await paymentsOf(id))[0]?.status).to.equal('refund_required')
      expect((await emailsOf(shop.projectId)).map(({ kind }) => kind)).to.include('refund_required')
      await onConnection((sql) =>
        sql.run("UPDATE payments SET status = 'refunded' WHERE id = ?", [paymentId]),
      )
      expect(await outcome(shop)).to.include('refund_required canceled')
    })
  })

  describe('about an endpoint', () => {
    async function disabled() {
      const shop = await givenMerchant()
      await settings(shop, { email: 'owner@example.com' })
      const { body } = await shop
        .post('/webhook-endpoints', { url: 'https://shop.example/hooks' })
        .expect(201)
      const id = body.data.id as number
      await atomically(async (tx) => {
        const row = await tx.sql.row<EndpointRow>('SELECT * FROM webhook_endpoints WHERE id = ?', [id])
        await disableEndpoint(tx, row!, 'failing')
      })
      return { shop, id }
    }

    it('is sent while the endpoint is disabled', async () => {
      const { shop } = await disabled()
      expect(await outcome(shop)).to.deep.equal(['endpoint_disabled sent'])
    })

    it('is canceled if the endpoint was enabled again', async () => {
      const { shop, id } = await disabled()
      await shop.patch(`/webhook-endpoints/${id}`, { active: true }).expect(200)
      expect(await outcome(shop)).to.deep.equal(['endpoint_disabled canceled'])
    })

    it('is canceled if the endpoint was deleted', async () => {
      const { shop, id } = await disabled()
      await shop.delete(`/webhook-endpoints/${id}`).expect(200)
      expect(await outcome(shop)).to.deep.equal(['endpoint_disabled canceled'])
    })
  })

  describe('to a customer or merchant', () => {
    it('is canceled if the customer was deleted, even a receipt', async () => {
      const shop = await givenMerchant()
      const { body } = await shop.post('/customers', { email: 'bat@example.com' }).expect(201)
      const customerId = body.data.id as number
      const { customer } = await givenCheckout(shop, {
        items: [{ price_data: { unit_amount: 100, product_data: { name: 'Tea' } }, quantity: 1 }],
        customer_id: customerId,
      })
      await customer.pay()
      await link(shop, customerId)
      await shop.delete(`/customers/${customerId}`).expect(200)
      expect(await outcome(shop)).to.deep.equal(['portal_link canceled'])
      const receipts = await onConnection((sql) =>
        sql.rows<{ status: string }>("SELECT status FROM emails WHERE project_id = ? AND kind = 'receipt'", [
          shop.projectId,
        ]),
      )
      expect(receipts).to.deep.equal([{ status: 'canceled' }])
    })

    async function link(shop: Merchant, customerId: number): Promise<void> {
      const project = await projectOf(shop)
      await atomically((tx) => sendPortalLink(tx, { project, isTest: true }, customerId, 'en'))
    }

    it('is canceled if the customer’s address was removed, since its link acts for the customer', async () => {
      const club = await givenClub()
      await club.buy('basic')
      await link(club.shop, club.customerId)
      const changes = { email: null, client_reference_id: 'u-1' }
      await club.shop.patch(`/customers/${club.customerId}`, changes).expect(200)
      expect(await outcome(club.shop)).to.deep.equal([
        'subscription_created canceled',
        'portal_link canceled',
      ])
    })

    it('is sent to the customer’s new address only', async () => {
      const club = await givenClub()
      await club.buy('basic')
      await link(club.shop, club.customerId)
      await club.shop.patch(`/customers/${club.customerId}`, { email: 'new@example.com' }).expect(200)
      expect(await outcome(club.shop)).to.deep.equal(['subscription_created sent', 'portal_link sent'])
      expect(recipients()).to.deep.equal(['new@example.com', 'new@example.com'])
    })

    it('is sent to the merchant’s new address, or canceled if that was removed', async () => {
      const [one, other] = [await reported(), await reported()]
      await one.shop.patch('', { email: 'new@example.com' }).expect(200)
      await other.shop.patch('', { email: null }).expect(200)
      expect(await outcome(one.shop)).to.include('transfer_reported sent')
      expect(await outcome(other.shop)).to.include('transfer_reported canceled')
      expect(recipients().filter((to) => to !== 'bat@example.com')).to.deep.equal(['new@example.com'])
    })
  })

  it('about a renewal is sent while a change of plan waits for the merchant', async () => {
    const gold = { lookup_key: 'gold', unit_amount: 90_000 }
    const club = await givenClub([BASIC, gold])
    await acceptTransfers(club.shop)
    const { id } = await club.buy('basic')
    await club.report(await club.opened('gold', { subscription_id: id }))
    await club.travel('2026-09-05T02:00:00Z')
    expect(await outcome(club.shop)).to.include('renewal_reminder sent')
  })
})
