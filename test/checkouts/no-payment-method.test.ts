import { expect } from 'chai'
import { renewUrl } from '../../common/services/links/renewal.ts'
import { Customer } from '../support/customer.ts'
import { Club, newCustomer, refusal } from '../support/given/club.ts'
import { acceptTransfers } from '../support/given/invoice.ts'
import { givenMerchant, tea } from '../support/given/merchant.ts'
import { textOf, Visitor } from '../support/given/portal-visitor.ts'

const SENTENCE = 'Shop cannot take payments right now. Please contact Shop.'

describe('live mode without a payment method', () => {
  it('rejects a checkout unless its total is 0', async () => {
    const shop = await givenMerchant()
    const refused = await shop.live.post('/checkouts', tea())
    expect(refusal(refused)).to.equal('422 no_payment_method items')
    expect(refused.body.message)
      .to.contain('payment_methods.')
      .and.to.contain(`PATCH /v1/projects/${shop.projectId}`)
    const gift = { ...tea(), discounts: [{ amount: 25_000, description: 'Gift' }] }
    await shop.live.post('/checkouts', gift).expect(201)
    await shop.live
      .post('/checkouts', { ...gift, discounts: [{ ...gift.discounts[0], amount: 24_999 }] })
      .expect(422)
    const growing = (max: number) => ({
      ...gift,
      items: [{ ...tea().items[0], adjustable_quantity: { enabled: true, max } }],
    })
    expect(refusal(await shop.live.post('/checkouts', growing(2)))).to.equal('422 no_payment_method items')
    await shop.live.post('/checkouts', growing(1)).expect(201)
    await shop.post('/checkouts', tea()).expect(201)
    await acceptTransfers(shop)
    await shop.live.post('/checkouts', growing(2)).expect(201)
    await shop.live.post('/checkouts', tea()).expect(201)
  })

  it('reports the missing method together with all other problems', async () => {
    const { live } = await givenMerchant()
    const { body } = await live.post('/checkouts', { ...tea(), customer_id: 999_999 })
    expect(body.errors).to.have.all.keys('items', 'customer_id')
    const unknown = await live.post('/checkouts', { items: [{ price: 'none', quantity: 1 }] })
    expect(refusal(unknown)).to.equal('422 lookup_key_not_found items.0.price')
  })

  it('rejects an open invoice and accepts a draft', async () => {
    const shop = await givenMerchant()
    expect(refusal(await shop.live.post('/invoices', { amount: 5 }))).to.equal('422 no_payment_method amount')
    const draft = await shop.live.post('/invoices', { amount: 5, auto_advance: false }).expect(201)
    const finalize = `/invoices/${String(draft.body.data.id)}/finalize`
    expect(refusal(await shop.live.post(finalize))).to.equal('422 no_payment_method amount')
    await acceptTransfers(shop)
    expect((await shop.live.post(finalize).expect(200)).body.data).to.include({ number: 'INV-0001' })
  })

  it('shows customers their own message in the portal and after a renewal link', async () => {
    const { live } = await givenMerchant()
    const price = {
      product_data: { name: 'Club' },
      unit_amount: 5,
      recurring_interval: 'month',
      lookup_key: 'club',
    }
    const { product_id } = (await live.post('/prices', price).expect(201)).body.data
    const club = new Club(live, product_id, product_id, await newCustomer(live, 'bat@example.com'))
    const { id } = await club.trial('club', 7)
    const visitor = await Visitor.of(club)
    const pressed = await visitor.press(`/portal/subscriptions/${id}/renew`, 'renew', { periods: '1' })
    expect([pressed.status, textOf(pressed).includes(SENTENCE)]).to.deep.equal([422, true])
    const link = await new Customer(renewUrl(id)).press('renew', { periods: '1' })
    expect([link.status, textOf(link).includes(SENTENCE)]).to.deep.equal([422, true])
    for (const page of [pressed, link])
      expect(page.text, 'the form would fail again').to.not.include('name="periods"')
    const chosen = { periods: '1', standing: 'as it was', amount_each: '5', payment_method: 'bank_transfer' }
    const late = await new Customer(renewUrl(id)).press('renew', chosen)
    expect([late.status, textOf(late).includes(SENTENCE)], 'the method was disabled meanwhile').to.deep.equal(
      [422, true],
    )
  })
})
