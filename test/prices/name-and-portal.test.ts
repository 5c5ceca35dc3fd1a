import { expect } from 'chai'
import { setClock } from '../../common/runtime/clock.ts'
import { startPost } from '../emails/post.ts'
import { givenCheckout, retrieve } from '../support/given/checkout.ts'
import { type Club, givenClub } from '../support/given/club.ts'
import { givenMerchant } from '../support/given/merchant.ts'
import { choicesOf, textOf, Visitor } from '../support/given/portal-visitor.ts'

const step = (id: number, name: string) => `/portal/subscriptions/${id}/${name}`

describe('the name of a price', () => {
  it('can be set, changed and cleared', async () => {
    const shop = await givenMerchant()
    const body = { product_data: { name: 'Gold' }, unit_amount: 5, name: 'Family', portal: false }
    const { id } = (await shop.post('/prices', body).expect(201)).body.data
    const price = async () => (await shop.get(`/prices/${id}`)).body.data
    expect(await price()).to.include({ name: 'Family', portal: false })
    await shop.patch(`/prices/${id}`, { name: 'Two', portal: true }).expect(200)
    expect(await price()).to.include({ name: 'Two', portal: true })
    await shop.patch(`/prices/${id}`, { name: null }).expect(200)
    expect(await price()).to.include({ name: null, portal: true })
    const refused = await shop.patch(`/prices/${id}`, { name: 'ө'.repeat(101), portal: null })
    expect(refused.body.errors).to.have.all.keys('name', 'portal')
  })

  it('is shown with the product on the page, as it was at the time of the sale', async () => {
    const shop = await givenMerchant()
    const body = { product_data: { name: 'Tea' }, unit_amount: 5, name: '500 g' }
    const { id } = (await shop.post('/prices', body).expect(201)).body.data
    const { customer, ...order } = await givenCheckout(shop, { items: [{ price_id: id, quantity: 1 }] })
    expect(textOf(await customer.get())).to.include('Tea · 500 g')
    await customer.pay()
    await shop.patch(`/prices/${id}`, { name: '250 g' }).expect(200)
    const [item] = (await retrieve(shop, order.id)).items
    expect(item).to.include({ name: 'Tea', price_name: '500 g' })
    expect(item?.price).to.include({ name: '250 g' })
    expect(textOf(await customer.get()))
      .to.include('Tea · 500 g')
      .and.to.not.include('250 g')
  })

  it('distinguishes the plans of a product in the portal and in emails', async () => {
    setClock(() => new Date('2026-06-01T00:00:00Z'))
    const post = await startPost()
    try {
      const club = await givenClub([{ lookup_key: 'basic' }, { lookup_key: 'gold', unit_amount: 90_000 }])
      await changePrice(club, 'basic', { name: 'Single' })
      await changePrice(club, 'gold', { name: 'Family' })
      const { id } = await club.buy('basic')
      const [letter] = await post.send(club.shop.projectId)
      expect(letter?.mail.text).to.include('Club · Single')
      const visitor = await Visitor.of(club)
      expect(textOf(await visitor.get('/portal'))).to.match(/Club · Single.*Payments.*Club · Single/)
      expect(textOf(await visitor.get(step(id, 'plans')))).to.match(/Club · Family.*Club · Single/)
      const { customer } = await club.opened('gold', { subscription_id: id })
      expect(textOf(await customer.get())).to.include('days left on Club · Single')
    } finally {
      await post.close()
    }
  })
})

describe('a price that the portal does not offer', () => {
  it('can be renewed there by its subscribers, and is not offered to other customers', async () => {
    setClock(() => new Date('2026-06-01T00:00:00Z'))
    const club = await givenClub([{ lookup_key: 'basic' }, { lookup_key: 'gold', unit_amount: 90_000 }])
    const gold = await changePrice(club, 'gold', { portal: false })
    const { id } = await club.buy('basic')
    const visitor = await Visitor.of(club)
    expect(choicesOf(await visitor.get('/portal'))).to.deep.equal(['Renew: Club', 'Cancel: Club'])
    const form = await visitor.get(step(id, 'cancel'))
    const press = await visitor.press(step(id, 'plans'), 'change_plan', { price_id: gold }, form)
    expect([press.status, textOf(press).includes('no longer offered')]).to.deep.equal([422, true])

    await club.shop.post(`/subscriptions/${id}/cancel`, { mode: 'immediately' }).expect(200)
    const held = await club.buy('gold')
    expect(choicesOf(await visitor.get('/portal'))).to.include.members(['Renew: Club'])
    const renewed = await visitor.press(step(held.id, 'renew'), 'renew', {
      periods: '1',
      test_outcome: 'succeeds',
    })
    expect(renewed.headers.location).to.include('/checkout/')
  })

  it('cannot be renewed once the subscription has ended', async () => {
    setClock(() => new Date('2026-06-01T00:00:00Z'))
    const club = await givenClub([{ lookup_key: 'basic' }, { lookup_key: 'gold', unit_amount: 90_000 }])
    await changePrice(club, 'gold', { portal: false })
    const { id } = await club.buy('gold')
    const visitor = await Visitor.of(club)
    const open = await visitor.get(step(id, 'renew'))
    await club.shop.post(`/subscriptions/${id}/cancel`, { mode: 'immediately' }).expect(200)
    const list = await visitor.get('/portal')
    expect(textOf(list)).to.include('This plan is no longer sold. You can choose another one.')
    expect(choicesOf(list)).to.deep.equal(['Subscribe again: Club'])
    const pressed = await visitor.press(
      step(id, 'renew'),
      'renew',
      { periods: '1', test_outcome: 'succeeds' },
      open,
    )
    expect([pressed.status, pressed.headers.location]).to.deep.equal([303, '/portal'])
    expect((await club.shop.get('/checkouts?status=open')).body.data).to.deep.equal([])
  })
})

/** Changes the price with this lookup key. Returns its id as a form sends it. */
async function changePrice(club: Club, key: string, changes: object): Promise<string> {
  const { body } = await club.shop.get(`/prices?lookup_key=${key}`).expect(200)
  const { id } = body.data[0] as { id: number }
  await club.shop.patch(`/prices/${id}`, changes).expect(200)
  return String(id)
}
