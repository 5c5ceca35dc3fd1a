import { expect } from 'chai'
import { DAY, later, MINUTE } from '../../common/kit/time.ts'
import { onConnection } from '../../db/sql.ts'
import { ask } from '../support/ask.ts'
import { hiddenFields } from '../support/customer.ts'
import { travelTo } from '../support/due.ts'
import { givenCheckout, givenPrice } from '../support/given/checkout.ts'
import { givenMerchant, type Merchant } from '../support/given/merchant.ts'
import { addressOf, givenLink, Visitor } from '../support/given/payment-link.ts'
import { saidAt } from '../support/given/promotion-code.ts'

const product_data = { name: 'Tea' }

function donation(custom_unit_amount: object) {
  return { items: [{ price_data: { custom_unit_amount, product_data }, quantity: 1 }] }
}

function adjustable(min = 1, max = 5) {
  const adjustable_quantity = { enabled: true, min, max }
  return {
    items: [{ price_data: { unit_amount: 25_000, product_data }, quantity: min, adjustable_quantity }],
  }
}

async function checkoutsOf(shop: Merchant): Promise<number> {
  return ((await shop.get('/checkouts').expect(200)).body as { meta: { total: number } }).meta.total
}

describe('the page of a payment link', () => {
  it('shows what is sold, creates nothing for a GET or HEAD, and opens a checkout for a press', async () => {
    const shop = await givenMerchant()
    const { id, visitor, url } = await givenLink(shop, { metadata: { poster: 'north' } })
    const page = await visitor.get()
    expect([page.status, page.headers['cache-control']]).to.deep.equal([200, 'no-store'])
    expect(page.text).to.contain('Tea').and.contain('₮25,000').and.contain('Continue to payment')
    await ask('get', new URL(url).pathname).set('User-Agent', 'facebookexternalhit/1.1').expect(200)
    await ask('get', new URL(url).pathname.toUpperCase().replace('/L/', '/l/')).expect(200)
    expect(await checkoutsOf(shop)).to.equal(0)

    const { retrieve } = await visitor.buy(shop)
    const checkout = await retrieve()
    expect(checkout).to.deep.include({
      status: 'open',
      payment_link_id: id,
      amount_total: 25_000,
      is_guest: true,
      cancel_url: url,
      metadata: { poster: 'north' },
    })
    const lifetime = new Date(checkout.expires_at).getTime() - new Date(checkout.created_at).getTime()
    expect(lifetime).to.equal(DAY)
  })

  it('gives the checkout what the link asks for, by the same rules as a request', async () => {
    const shop = await givenMerchant()
    const asks = {
      ...{ allow_promotion_codes: true, email_collection: false, phone_number_collection: true },
      ...{ delivery_address_collection: true, locale: 'mn', success_url: 'https://shop.example.org/thanks' },
    }
    const { visitor } = await givenLink(shop, {
      ...asks,
      custom_fields: [{ label: 'Size', type: 'numeric' }],
    })
    const checkout = await (await visitor.buy(shop)).retrieve()
    expect(checkout).to.deep.include(asks)
    expect(checkout.custom_fields.map(({ key, type }) => [key, type])).to.deep.equal([['size', 'numeric']])
  })

  it('filters the list of checkouts by link', async () => {
    const shop = await givenMerchant()
    const { id, visitor } = await givenLink(shop)
    const { id: other } = await givenLink(shop)
    await givenCheckout(shop)
    const opened = await visitor.buy(shop)
    const listed = async (query: string) =>
      ((await shop.get(`/checkouts?${query}`).expect(200)).body.data as { id: number }[]).map((one) => one.id)
    expect(await listed(`payment_link_id=${id}`)).to.deep.equal([opened.id])
    expect(await listed(`payment_link_id=${id}&status=open`)).to.deep.equal([opened.id])
    expect(await listed(`payment_link_id=${id}&status=complete,expired`)).to.deep.equal([])
    expect(await listed(`payment_link_id=${other}`)).to.deep.equal([])
  })

  it('is the same 404 for a wrong code, and for an address that was cut off', async () => {
    for (const path of ['/l/zzzzzzzzzz', '/l/short', '/l/', '/l/0000000000', '/l/zzzzzzzzzz/code.svg/x'])
      await ask('get', path)
        .expect(404)
        .expect(/There is nothing at this address/)
  })

  it('has a QR code of its address, to print', async () => {
    const { url } = await givenLink(await givenMerchant())
    const { headers } = await ask('get', `${new URL(url).pathname}/code.svg`).expect(200)
    expect(headers['content-type']).to.match(/^image\/svg/)
  })

  const states: [state: string, link: object, change: object | null, status: number, says: string][] = [
    ['link_inactive', { active: false }, null, 410, 'This is no longer for sale'],
    ['link_ended', {}, { ends_at: '2026-01-02T03:04:00Z' }, 410, 'It was open until 2 Jan 2026, 03:04'],
  ]
  for (const [state, body, change, status, says] of states) {
    it(`shows why it is closed in the state ${state}, and creates no checkout`, async () => {
      const shop = await givenMerchant()
      const { id, visitor } = await givenLink(shop)
      const open = await visitor.get()
      await shop.patch(`/payment-links/${id}`, change ?? body).expect(200)
      const page = await visitor.get()
      expect([page.status, /data-state="(\w+)"/.exec(page.text)?.[1]]).to.deep.equal([status, state])
      expect(page.text).to.contain(says)
      const pressed = await visitor.press({}, open)
      expect([pressed.status, pressed.headers.location]).to.deep.equal([
        303,
        `/l/${page.request.url.slice(-10)}`,
      ])
      expect(await checkoutsOf(shop)).to.equal(0)
    })
  }

  it('is not for sale while one of its prices is archived', async () => {
    const shop = await givenMerchant()
    const { id: price } = await givenPrice(shop)
    const { visitor } = await givenLink(shop, { items: [{ price_id: price, quantity: 1 }] })
    expect((await visitor.get()).text).to.contain('Coffee')
    await shop.patch(`/prices/${price}`, { active: false }).expect(200)
    const page = await visitor.get()
    expect([page.status, /data-state="(\w+)"/.exec(page.text)?.[1]]).to.deep.equal([410, 'link_inactive'])
    await shop.patch(`/prices/${price}`, { active: true }).expect(200)
    expect((await visitor.get()).status).to.equal(200)
  })

  it('sells the price that has the lookup key now, and leaves opened checkouts alone', async () => {
    const shop = await givenMerchant()
    await givenPrice(shop, { lookup_key: 'coffee' })
    const { visitor } = await givenLink(shop, { items: [{ price: 'coffee', quantity: 1 }] })
    const before = await visitor.buy(shop)
    const dearer = {
      ...{ product_data: { name: 'Coffee' }, unit_amount: 12_000 },
      ...{ lookup_key: 'coffee', transfer_lookup_key: true },
    }
    await shop.post('/prices', dearer).expect(201)
    expect((await visitor.get()).text).to.contain('₮12,000')
    const after = await visitor.buy(shop)
    expect([(await before.retrieve()).amount_total, (await after.retrieve()).amount_total]).to.deep.equal([
      10_000, 12_000,
    ])
  })

  it('never changes a checkout when the merchant changes the link', async () => {
    const shop = await givenMerchant()
    const { id, visitor } = await givenLink(shop, { thank_you_text: 'See you at the fair' })
    const { customer, retrieve } = await visitor.buy(shop)
    const before = await retrieve()
    const changes = { ...donation({ minimum: 7 }), active: false, thank_you_text: 'New text', max_sales: 1 }
    await shop.patch(`/payment-links/${id}`, changes).expect(200)
    expect(await retrieve()).to.deep.equal(before)
    await customer.pay()
    expect((await customer.get()).text)
      .to.contain('See you at the fair')
      .and.not.contain('New text')
  })

  it('ends the checkouts that it opens with itself, but leaves half an hour to pay', async () => {
    const shop = await givenMerchant()
    const ends = later(new Date(), 60 * MINUTE)
    const { visitor, another } = await givenLink(shop, { ends_at: ends.toISOString() })
    const expiry = async (who: Visitor) => new Date((await (await who.buy(shop)).retrieve()).expires_at)
    expect((await expiry(visitor)).getTime()).to.equal(ends.getTime())
    const soon = later(ends, -5 * MINUTE)
    await travelTo(shop.projectId, soon)
    expect((await expiry(another())).getTime()).to.equal(later(soon, 30 * MINUTE).getTime())
  })

  it('rejects a form that was not sent from its own page', async () => {
    const shop = await givenMerchant()
    const { url, visitor, another } = await givenLink(shop)
    const { text } = await visitor.get()
    const path = new URL(url).pathname
    const send = (fields: object) => ask('post', path).type('form').send(fields)
    await send({ action: 'buy' }).expect(403)
    await send({ ...hiddenFields(text), action: 'buy' })
      .set('Sec-Fetch-Site', 'cross-site')
      .expect(403)
    const other = hiddenFields((await another().get()).text)
    await send({ ...hiddenFields(text), visitor: other.visitor, action: 'buy' }).expect(403)
    expect(await checkoutsOf(shop)).to.equal(0)
  })

  it('leads from an expired checkout back to the link, which decides whether it still sells', async () => {
    const shop = await givenMerchant()
    const { url, visitor } = await givenLink(shop)
    const { customer } = await visitor.buy(shop)
    await travelTo(shop.projectId, later(new Date(), 2 * DAY))
    const page = await customer.get()
    expect(page.status).to.equal(410)
    const again = await customer.press('start_again', {}, page)
    expect([again.status, again.headers.location]).to.deep.equal([303, url])
    expect(await checkoutsOf(shop)).to.equal(1)
  })
})

describe('the choices on the page of a payment link', () => {
  it('open a checkout with the chosen quantity, which the customer can still change', async () => {
    const shop = await givenMerchant()
    const { visitor } = await givenLink(shop, adjustable(2))
    const checkout = await (await visitor.buy(shop, { 'quantity[0]': '3' })).retrieve()
    expect(checkout.amount_total).to.equal(75_000)
    expect(checkout.items[0]?.adjustable_quantity).to.deep.equal({ enabled: true, min: 2, max: 5 })
  })

  it('show the new total without opening anything', async () => {
    const shop = await givenMerchant()
    const { visitor } = await givenLink(shop, adjustable())
    const page = await visitor.press({ 'quantity[0]': '4' }, undefined, 'update_quantity')
    expect(page.status).to.equal(200)
    expect(page.text).to.contain('₮100,000').and.contain('value="4"')
    expect(await checkoutsOf(shop)).to.equal(0)
  })

  const quantities: [typed: string, error: string | null][] = [
    ['1', null],
    ['5', null],
    ['0', 'Choose a quantity from 1 to 5.'],
    ['6', 'Choose a quantity from 1 to 5.'],
    ['1.5', 'Choose a quantity from 1 to 5.'],
    ['', 'Choose a quantity from 1 to 5.'],
  ]
  for (const [typed, error] of quantities)
    it(`${error ? 'reject' : 'accept'} the quantity '${typed}'`, async () => {
      const shop = await givenMerchant()
      const { visitor } = await givenLink(shop, adjustable())
      const page = await visitor.press({ 'quantity[0]': typed })
      expect(page.status).to.equal(error ? 422 : 303)
      if (error) expect(saidAt(page, 'quantity-0')).to.equal(error)
    })

  const LEAST = 'Enter ₮1,000 or more.'
  const DIGITS = 'Write the amount in digits, such as 5,000.'
  const amounts: [typed: string, currency: string, result: number | string, because: string][] = [
    ['5000', 'MNT', 5_000, 'it is in the range'],
    ['1,000', 'MNT', 1_000, 'the minimum is accepted'],
    ['₮20 000', 'MNT', 20_000, 'the maximum is accepted, as people type it'],
    ['999', 'MNT', LEAST, 'it is below the minimum'],
    ['20001', 'MNT', 'Enter ₮20,000 or less.', 'it is above the maximum'],
    [
      '5000.5',
      'MNT',
      'Write a whole amount, without decimals, such as 5,000.',
      'the currency has no decimals',
    ],
    ['', 'MNT', DIGITS, 'nothing was typed'],
    ['-5000', 'MNT', LEAST, 'it is negative'],
    ['0', 'MNT', LEAST, 'it is zero'],
    ['5000000000000000', 'MNT', 'Enter ₮20,000 or less.', 'it is too large for any order'],
    ['1e4', 'MNT', DIGITS, 'it is not written in digits'],
    ['10.50', 'USD', 1_050, 'cents are whole units'],
    ['9.99', 'USD', 'Enter $10.00 or more.', 'it is a cent below the minimum'],
    ['10.505', 'USD', 'Write at most 2 digits after the decimal point, such as 50.00.', 'it has half a cent'],
  ]
  for (const [typed, currency, result, because] of amounts)
    it(`${typeof result === 'string' ? 'reject' : 'accept'} ${typed || 'an empty amount'} in ${currency}: ${because}`, async () => {
      const shop = await givenMerchant({ currency })
      const { visitor } = await givenLink(
        shop,
        donation({ minimum: 1_000, suggested: 5_000, maximum: 20_000 }),
      )
      expect((await visitor.get()).text).to.contain(`value="${currency === 'MNT' ? '5,000' : '50.00'}"`)
      const page = await visitor.press({ 'amount[0]': typed })
      if (typeof result === 'number') {
        const id = Number(addressOf(page).split('/')[4])
        expect((await shop.get(`/checkouts/${id}`)).body.data.amount_total).to.equal(result)
      } else {
        expect([page.status, saidAt(page, 'amount-0')]).to.deep.equal([422, result])
        expect(page.text).to.contain(`value="${typed}"`)
        expect(await checkoutsOf(shop)).to.equal(0)
      }
    })

  it('accept the highest amount of the API if the merchant sets no maximum', async () => {
    const shop = await givenMerchant()
    const { visitor } = await givenLink(shop, donation({ minimum: 1 }))
    const { retrieve } = await visitor.buy(shop, { 'amount[0]': '999999999999' })
    expect((await retrieve()).amount_total).to.equal(999_999_999_999)
    const above = await visitor.press({ 'amount[0]': '1000000000000' })
    expect(saidAt(above, 'amount-0')).to.equal('This amount is too large. Enter ₮999,999,999,999 or less.')
  })
})

describe('pressing the button of a payment link again', () => {
  it('leads to the same open checkout, after a refresh and in another tab', async () => {
    const shop = await givenMerchant()
    const { visitor } = await givenLink(shop)
    const page = await visitor.get()
    const addresses = [
      addressOf(await visitor.press({}, page)),
      addressOf(await visitor.press({}, page)),
      addressOf(await visitor.press()),
    ]
    expect(new Set(addresses).size).to.equal(1)
    expect(await checkoutsOf(shop)).to.equal(1)
  })

  it('opens one checkout for ten presses at once', async () => {
    const shop = await givenMerchant()
    const { visitor } = await givenLink(shop)
    const page = await visitor.get()
    const presses = await Promise.all(Array.from({ length: 10 }, () => visitor.press({}, page)))
    const opened = presses.filter(({ status }) => status === 303).map(addressOf)
    expect(opened.length).to.be.at.least(2)
    expect(new Set(opened).size).to.equal(1)
    expect(await checkoutsOf(shop)).to.equal(1)
  })

  it('works in a browser without cookies', async () => {
    const shop = await givenMerchant()
    const { visitor, url } = await givenLink(shop)
    const page = await visitor.get()
    const send = () =>
      ask('post', new URL(url).pathname)
        .type('form')
        .send({ ...hiddenFields(page.text), action: 'buy' })
    expect(addressOf(await send())).to.equal(addressOf(await send()))
  })

  it('never leads to the checkout of another visitor', async () => {
    const shop = await givenMerchant()
    const { visitor, another } = await givenLink(shop)
    expect(addressOf(await visitor.press())).to.not.equal(addressOf(await another().press()))
  })

  it('opens another checkout for other choices, after paying, and after the first one has expired', async () => {
    const shop = await givenMerchant()
    const { visitor } = await givenLink(shop, adjustable())
    const first = await visitor.buy(shop)
    const second = await visitor.buy(shop, { 'quantity[0]': '2' })
    expect(second.id).to.not.equal(first.id)
    await first.customer.pay()
    const third = await visitor.buy(shop)
    expect(third.id).to.be.greaterThan(second.id)
    await shop.post(`/checkouts/${third.id}/expire`).expect(200)
    const fourth = await visitor.buy(shop)
    expect(fourth.id).to.be.greaterThan(third.id)
    expect((await visitor.buy(shop)).id).to.equal(fourth.id)
  })

  it('keeps no secret of the browser in the database', async () => {
    const shop = await givenMerchant()
    const { visitor } = await givenLink(shop)
    const { visitor: secret } = hiddenFields((await visitor.get()).text)
    const { id } = await visitor.buy(shop)
    const row = await onConnection((sql) => sql.row<object>('SELECT * FROM checkouts WHERE id = ?', [id]))
    expect(JSON.stringify(row)).to.not.contain(secret)
  })
})
