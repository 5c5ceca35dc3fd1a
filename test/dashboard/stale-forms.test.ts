import { expect } from 'chai'
import { forgetSignIns, givenMember, MemberBrowser, typedIn } from '../support/given/member.ts'
import { givenMerchant, type Merchant, tea } from '../support/given/merchant.ts'
import { textOf } from '../support/given/portal-visitor.ts'

interface Stale {
  /** The path of the form below the project and mode. */
  form: string
  /** The object in the API, and what someone else changes there. */
  path: string
  hers: object
  /** The fields that the member saves after that. */
  mine: Record<string, string>
}

async function created(shop: Merchant, path: string, body: object): Promise<number> {
  return ((await shop.post(path, body).expect(201)) as { body: { data: { id: number } } }).body.data.id
}

const BANK = { bank_name: 'Khan Bank', account_number: '5001234567', account_holder: 'Tea LLC' }
const BANK_AFTER = { ...BANK, account_number: '5007654321' }

/** Every form that changes an object. */
const FORMS: Record<string, (shop: Merchant) => Promise<Stale>> = {
  'the details of the shop': async () => ({
    ...{ form: '/settings/shop', path: '', hers: { legal_name: 'Hers' }, mine: { legal_name: 'Mine' } },
  }),
  'the bank account': async () => ({
    ...{ form: '/settings/methods/bank_transfer', path: '', mine: BANK },
    hers: { payment_methods: { bank_transfer: { ...BANK_AFTER, enabled: true } } },
  }),
  'a customer': async (shop) => {
    const id = await created(shop, '/customers', { email: 'saraa@example.com' })
    return { form: `/customers/${id}/edit`, path: `/customers/${id}`, ...named }
  },
  'a product': async (shop) => {
    const id = await created(shop, '/products', { name: 'Tea' })
    return { form: `/products/${id}/edit`, path: `/products/${id}`, ...named }
  },
  'a price': async (shop) => {
    const id = await created(shop, '/prices', { unit_amount: 1_000, product_data: { name: 'Tea' } })
    return { form: `/products/prices/${id}/edit`, path: `/prices/${id}`, ...named }
  },
  'a promotion code': async (shop) => {
    const id = await created(shop, '/promotion-codes', { code: 'TEA', type: 'order_total', percent_off: 5 })
    const path = `/promotion-codes/${id}`
    return {
      ...{ form: `/products/codes/${id}/edit`, path },
      ...{ hers: { max_redemptions: 7 }, mine: { max_redemptions: '9' } },
    }
  },
  'a draft of an invoice': async (shop) => {
    const id = await created(shop, '/invoices', { amount: 5_000, auto_advance: false })
    const path = `/invoices/${id}`
    return { form: `${path}/edit`, path, hers: { description: 'Hers' }, mine: { description: 'Mine' } }
  },
  'a payment link': async (shop) => {
    const id = await created(shop, '/payment-links', tea())
    const path = `/payment-links/${id}`
    return { form: `${path}/edit`, path, hers: { max_sales: 7 }, mine: { max_sales: '9' } }
  },
  'a webhook endpoint': async (shop) => {
    const id = await created(shop, '/webhook-endpoints', { url: 'https://shop.example.org/hooks' })
    const path = `/webhook-endpoints/${id}`
    return {
      ...{ form: `/developers/webhooks/${id}/edit`, path },
      ...{ hers: { description: 'Hers' }, mine: { description: 'Mine' } },
    }
  },
}

const named = { hers: { name: 'Hers' }, mine: { name: 'Mine' } }

describe('a form of the dashboard that was opened before someone else changed its object', () => {
  beforeEach(forgetSignIns)

  for (const [what, given] of Object.entries(FORMS))
    it(`does not save ${what}, keeps what was typed, and saves at the second press`, async () => {
      const shop = await givenMerchant()
      const { form, path, hers, mine } = await given(shop)
      const email = `stale-${shop.projectId}@example.com`
      await givenMember(shop.projectId, email)
      const browser = await MemberBrowser.of(email)
      const page = `/dashboard/${shop.projectId}/test${form}`
      const opened = await browser.get(page)
      await shop.patch(path, hers).expect(200)
      const get = async () => {
        const { updated_at: _, ...rest } = (await shop.get(path).expect(200)).body.data as {
          updated_at: string
        }
        return rest
      }
      const before = await get()
      const late = await browser.post(page, { ...typedIn(opened), ...mine, action: 'save' })
      expect(late.status).to.equal(422)
      expect(textOf(late)).to.include('Someone else has changed this meanwhile')
      for (const value of Object.values(mine)) expect(late.text).to.include(`value="${value}"`)
      expect(await get()).to.deep.equal(before)
      const saved = await browser.post(page, { ...typedIn(late), ...mine, action: 'save' })
      expect(saved.status, textOf(saved)).to.equal(303)
      expect(await get()).not.to.deep.equal(before)
    })
})

describe('a form of the dashboard for a customer who was erased after it was opened', () => {
  beforeEach(forgetSignIns)

  for (const [form, all, fields] of [
    ['/checkouts/new', '/checkouts', { 'item[0][name]': 'Tea', 'item[0][amount]': '5000' }],
    ['/invoices/new', '/invoices', { amount: '5000' }],
    ['/subscriptions/new', '/subscriptions', { days: '7' }],
  ] as const)
    it(`creates nothing by ${form}, and says that there is no such page`, async () => {
      const shop = await givenMerchant()
      const email = `erased-${shop.projectId}@example.com`
      await givenMember(shop.projectId, email)
      const browser = await MemberBrowser.of(email)
      const id = await created(shop, '/customers', { email: 'saraa@example.com' })
      const page = `/dashboard/${shop.projectId}/test${form}?customer_id=${id}`
      const opened = await browser.get(page)
      expect(opened.status).to.equal(200)
      await shop.delete(`/customers/${id}`).expect(200)
      const { headers } = await browser.press(page, 'save', fields, opened)
      expect((await browser.get(headers.location!)).status).to.equal(404)
      expect((await shop.get(all).expect(200)).body.data).to.deep.equal([])
      expect((await browser.get(page.replace(String(id), 'x'))).status).to.equal(404)
    })
})
