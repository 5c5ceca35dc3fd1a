import { expect } from 'chai'
import { onConnection } from '../../db/sql.ts'
import { givenJune } from '../support/given/club.ts'
import { givenInvoice } from '../support/given/invoice.ts'
import { paymentsOf } from '../support/stored.ts'

describe('deleting a customer who has reported a transfer', () => {
  it('returns 409 until the transfer is decided', async () => {
    const club = await givenJune()
    const paymentId = await club.report(await club.opened('basic'))
    const { body } = await club.shop.delete(`/customers/${club.customerId}`).expect(409)
    expect(body.code).to.equal('customer_has_pending_payment')
    await club.decide(paymentId, 'reject')
    await club.shop.delete(`/customers/${club.customerId}`).expect(200)
  })

  it('returns 409 for a transfer for an invoice too', async () => {
    const club = await givenJune()
    const { id, customer } = await givenInvoice(club.shop, { customer_id: club.customerId })
    await customer.pay({ payment_method: 'bank_transfer' })
    await customer.press('claim_transfer')
    await club.shop.delete(`/customers/${club.customerId}`).expect(409)
    await club.decide((await paymentsOf(id, 'invoice'))[0]!.id, 'confirm')
    await club.shop.delete(`/customers/${club.customerId}`).expect(200)
  })

  it('completes no order for a started transfer that is reported later', async () => {
    for (const verb of ['confirm', 'reject'] as const) {
      const club = await givenJune()
      const opened = await club.opened('basic')
      await opened.customer.pay({ payment_method: 'bank_transfer' })
      const page = await opened.customer.get()
      await club.shop.delete(`/customers/${club.customerId}`).expect(200)
      await opened.customer.press('claim_transfer', {}, page)
      const [payment] = await paymentsOf(opened.id)
      if (payment!.status === 'pending') await club.decide(payment!.id, verb)
      const [after] = await paymentsOf(opened.id)
      expect(after!.status).to.be.oneOf(verb === 'confirm' ? ['refund_required'] : ['failed', 'canceled'])
      expect((await club.checkout(opened.id)).status).to.equal('expired')
      await club.travel('2026-06-05T00:00:00Z')
      expect((await club.checkout(opened.id)).status).to.equal('expired')
      const { body } = await club.shop.get(`/subscriptions?customer_id=${club.customerId}`)
      expect(body.data).to.deep.equal([])
    }
  })

  it('flags a transfer for refund if an earlier release left it waiting', async () => {
    const club = await givenJune()
    const opened = await club.opened('basic')
    const paymentId = await club.report(opened)
    // The state after the migration.
    await onConnection(async (sql) => {
      await sql.run("UPDATE checkouts SET closed_by = 'erasure' WHERE id = ?", [opened.id])
      await sql.run('UPDATE customers SET deleted_at = NOW(6) WHERE id = ?', [club.customerId])
    })
    await club.decide(paymentId, 'confirm')
    expect((await paymentsOf(opened.id))[0]!.status).to.equal('refund_required')
    expect((await club.checkout(opened.id)).status).to.equal('expired')
  })
})
