import { expect } from 'chai'
import { setClock } from '../../common/runtime/clock.ts'
import { onConnection } from '../../db/sql.ts'
import { givenCheckout } from '../support/given/checkout.ts'
import { BANK_ACCOUNT, givenMerchant } from '../support/given/merchant.ts'
import { emailsFor, eventsOf, paymentsOf } from '../support/stored.ts'

describe('expiring a checkout by hand', () => {
  it('closes it at once, with one event, and rejects payments after that', async () => {
    const shop = await givenMerchant()
    const { id, customer, retrieve } = await givenCheckout(shop)
    const page = await customer.get()
    const { status, body } = await shop.post(`/checkouts/${id}/expire`)
    expect(status).to.equal(200)
    expect(body.data).to.deep.equal(await retrieve())
    expect(body.data.status).to.equal('expired')
    await customer.pay({}, page)
    expect((await retrieve()).status).to.equal('expired')
    expect(await paymentsOf(id)).to.deep.equal([])
    const ended = await customer.get()
    expect(ended.status).to.equal(410)
    expect(ended.text, 'the page does not name its former expiry')
      .to.contain('has closed this order. It can no longer be paid.')
      .and.not.contain('open until')
    const again = await shop.post(`/checkouts/${id}/expire`)
    expect([again.status, again.body.code]).to.deep.equal([409, 'checkout_not_open'])
    expect(await eventsOf('checkout', id)).to.deep.equal(['checkout.expired'])
  })

  it('cancels a payment in progress', async () => {
    const shop = await givenMerchant()
    const { id, customer } = await givenCheckout(shop)
    await customer.pay({ test_outcome: 'delayed' })
    await shop.post(`/checkouts/${id}/expire`).expect(200)
    expect((await paymentsOf(id)).map(({ status }) => status)).to.deep.equal(['canceled'])
    expect(await eventsOf('checkout', id)).to.deep.equal(['checkout.expired'])
  })

  it('is rejected once it is paid or its time has passed, even before the timer has run', async () => {
    const shop = await givenMerchant()
    const paid = await givenCheckout(shop)
    await paid.customer.pay()
    const past = await givenCheckout(shop)
    const end = new Date((await past.retrieve()).expires_at)
    const answer = async (id: number) => (await shop.post(`/checkouts/${id}/expire`)).body.message
    expect(await answer(paid.id)).to.equal(
      'This checkout is complete. Only an open one can be paid or expired. To return the money, refund its payment: POST /payments/{id}/refunds.',
    )
    setClock(() => end)
    expect(await answer(past.id)).to.equal(
      'This checkout is expired. Only an open one can be paid or expired. Create a new one. If money arrived late: POST /payments/{id}/confirm with accept_late.',
    )
    expect(await emailsFor(`checkout-${paid.id}`)).to.deep.equal(['receipt'])
  })

  it('is rejected while a reported transfer waits for a decision', async () => {
    const shop = await givenMerchant()
    const bank_transfer = { enabled: true, bank_name: 'B', account_number: '1', account_holder: 'S' }
    await shop.patch('', { payment_methods: { bank_transfer } }).expect(200)
    const { id, customer, retrieve } = await givenCheckout(shop)
    await customer.pay({ payment_method: 'bank_transfer' })
    await customer.press('claim_transfer')
    expect((await shop.post(`/checkouts/${id}/expire`)).status).to.equal(409)
    expect((await retrieve()).status).to.equal('pending')
  })

  it('is not found in another project or mode, and rejects parameters', async () => {
    const [shop, other] = [await givenMerchant(), await givenMerchant()]
    const { id, retrieve } = await givenCheckout(shop)
    expect((await other.post(`/checkouts/${id}/expire`)).status).to.equal(404)
    expect((await shop.live.post(`/checkouts/${id}/expire`)).status).to.equal(404)
    const { body } = await shop.post(`/checkouts/${id}/expire`, { reason: 'late' })
    expect(Object.keys(body.errors)).to.deep.equal(['reason'])
    expect((await retrieve()).status).to.equal('open')
  })

  it('happens once for simultaneous requests, and an Idempotency-Key replays the first response', async () => {
    const shop = await givenMerchant()
    const { id } = await givenCheckout(shop)
    const calls = Array.from({ length: 10 }, () => shop.post(`/checkouts/${id}/expire`))
    const statuses = (await Promise.all(calls)).map(({ status }) => status).sort()
    expect(statuses).to.deep.equal([200, ...Array(9).fill(409)])
    expect(await eventsOf('checkout', id)).to.deep.equal(['checkout.expired'])
    const other = await givenCheckout(shop)
    const keyed = () => shop.post(`/checkouts/${other.id}/expire`).set('Idempotency-Key', 'k')
    expect([(await keyed()).text]).to.deep.equal([(await keyed()).text])
  })
})

describe('the list of checkouts', () => {
  it('can be filtered by status, customer and reference', async () => {
    const shop = await givenMerchant()
    const customer_id = (await shop.post('/customers', { client_reference_id: 'bat' })).body.data.id
    const tea = { items: [{ price_data: { unit_amount: 1, product_data: { name: 'T' } }, quantity: 1 }] }
    const one = await givenCheckout(shop, { ...tea, customer_id })
    const two = await givenCheckout(shop, { ...tea, client_reference_id: 'Order-1' })
    const three = await givenCheckout(shop, tea)
    await shop.post(`/checkouts/${three.id}/expire`).expect(200)
    await two.customer.pay()
    const ids = async (query: string) =>
      (await shop.get(`/checkouts?${query}`)).body.data.map(({ id }: { id: number }) => id)
    expect(await ids('')).to.deep.equal([three.id, two.id, one.id])
    expect(await ids('status=open')).to.deep.equal([one.id])
    expect(await ids('status=complete')).to.deep.equal([two.id])
    expect(await ids('status=expired')).to.deep.equal([three.id])
    expect(await ids(`customer_id=${customer_id}`)).to.deep.equal([one.id])
    expect(await ids('client_reference_id=Order-1')).to.deep.equal([two.id])
    expect(await ids('client_reference_id=order-1')).to.deep.equal([])
    const { body } = await shop.get('/checkouts?status=paid&customer_id=x&colour=red')
    expect(Object.keys(body.errors)).to.have.members(['status', 'customer_id', 'colour'])
  })

  for (const mode of ['test', 'live'] as const)
    it(`filters by the same status that each checkout shows, whether or not its timer has run, in ${mode} mode`, async () => {
      const merchant = await givenMerchant()
      const shop = mode === 'test' ? merchant : merchant.live
      await merchant.patch('', { payment_methods: { bank_transfer: BANK_ACCOUNT } }).expect(200)
      const past = '2020-01-01 00:00:00'
      const rows: Record<string, string> = {
        'can be paid': 'id = id',
        expired: `expires_at = '${past}'`,
        'expired, with a payment in progress': `expires_at = '${past}', active_payment_id = 1`,
        'closed before its expiry': "closed_by = 'outdated'",
        'closed, with a payment in progress': "closed_by = 'merchant', active_payment_id = 1",
        'expired, with its event recorded': "status = 'expired'",
        'paid after its expiry': `status = 'complete', expires_at = '${past}'`,
      }
      if (mode === 'test')
        for (const [what, time] of [
          ['expired on its test clock', '2090-01-01T00:00:00Z'],
          ['open on its test clock, expired in real time', '2010-01-01T00:00:00Z'],
        ] as const) {
          const clock = (await shop.post('/test-clocks', { frozen_time: time }).expect(201)).body.data
            .id as number
          // A checkout takes its test clock from this customer.
          await shop.post('/customers', { email: 'bat@example.com', test_clock_id: clock }).expect(201)
          const expires = time.startsWith('2090') ? '2050-01-01' : past
          rows[what] = `expires_at = '${expires}', test_clock_id = ${clock}`
        }
      for (const changes of Object.values(rows)) {
        const { id } = await givenCheckout(shop)
        await onConnection((sql) => sql.run(`UPDATE checkouts SET ${changes} WHERE id = ?`, [id]))
      }
      const all = (await shop.get('/checkouts').expect(200)).body.data as { id: number; status: string }[]
      expect(all).to.have.length(Object.keys(rows).length)
      for (const status of ['open', 'expired', 'complete', 'pending', 'open,expired']) {
        const { body } = await shop.get(`/checkouts?status=${status}`).expect(200)
        const own = all.filter((one) => status.split(',').includes(one.status))
        expect(ids(body.data), status).to.deep.equal(ids(own))
        expect(body.meta.total, status).to.equal(own.length)
      }
    })
})

function ids(checkouts: readonly { id: number }[]): number[] {
  return checkouts.map(({ id }) => id)
}
