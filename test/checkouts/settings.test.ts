import { expect } from 'chai'
import { DAY, iso, later, MINUTE, monthsLater, SECOND } from '../../common/kit/time.ts'
import { setClock } from '../../common/runtime/clock.ts'
import { givenCheckout } from '../support/given/checkout.ts'
import { givenMerchant, givenTransferShop, type Merchant, tea } from '../support/given/merchant.ts'

/** Returns the paths of the problems of a checkout with these fields, or null if it was created. */
async function problems(shop: Merchant, more: object): Promise<string[] | null> {
  const answer = await shop.post('/checkouts', { ...tea(), ...more })
  if (answer.status === 201) return null
  expect(answer.status, answer.text).to.equal(422)
  return Object.keys(answer.body.errors as object)
}

describe('a new checkout', () => {
  it('has a default for everything but its items', async () => {
    const shop = await givenMerchant()
    const now = new Date('2026-12-31T10:00:00Z')
    setClock(() => now)
    const { id, url, retrieve } = await givenCheckout(shop)
    expect(new URL(url).pathname).to.match(new RegExp(`^/checkout/${id}/[A-Za-z0-9_-]{22}$`))
    const { items, ...checkout } = await retrieve()
    expect(items).to.have.length(1)
    expect(checkout).to.deep.equal({
      id,
      url,
      project_id: shop.projectId,
      status: 'open',
      mode: 'payment',
      is_test: true,
      currency: 'MNT',
      amount_subtotal: 25_000,
      amount_total: 25_000,
      credit_amount: 0,
      client_reference_id: null,
      customer_id: null,
      customer: null,
      customer_email: null,
      is_guest: true,
      subscription_id: null,
      discounts: [],
      promotion_codes: [],
      coupon_codes: [],
      custom_fields: [],
      allow_promotion_codes: false,
      email_collection: true,
      phone_number_collection: false,
      delivery_address_collection: false,
      phone_number: null,
      delivery_address: null,
      locale: 'auto',
      success_url: null,
      cancel_url: null,
      payment_link_id: null,
      payment_method: null,
      paid_at: null,
      receipt_number: null,
      receipt_id: null,
      metadata: {},
      expires_at: '2027-02-28T10:00:00.000000Z',
      created_at: '2026-12-31T10:00:00.000000Z',
      updated_at: '2026-12-31T10:00:00.000000Z',
    })
  })

  it('keeps every field of the request', async () => {
    const shop = await givenMerchant()
    const given = {
      client_reference_id: 'order-7',
      success_url: 'https://shop.mn/thanks?of={CHECKOUT_ID}',
      cancel_url: 'https://shop.mn/cart',
      allow_promotion_codes: true,
      email_collection: false,
      phone_number_collection: true,
      delivery_address_collection: true,
      locale: 'mn',
      metadata: { cart: '9', нэр: 'Бат\nДорж' },
    }
    const { retrieve } = await givenCheckout(shop, { ...tea(), ...given })
    expect(await retrieve()).to.deep.include(given)
  })

  for (const field of [
    'allow_promotion_codes',
    'email_collection',
    'phone_number_collection',
    'delivery_address_collection',
  ]) {
    it(`accepts true, false and null for ${field}, and nothing else`, async () => {
      const shop = await givenMerchant()
      for (const value of [true, false, null]) expect(await problems(shop, { [field]: value })).to.equal(null)
      for (const value of ['true', 1, 0, [], {}])
        expect(await problems(shop, { [field]: value })).to.deep.equal([field])
    })
  }

  const rows: [more: object, wrong: string | null, because: string][] = [
    [{ client_reference_id: 'x'.repeat(48) }, null, 'the longest reference'],
    [{ client_reference_id: 'x'.repeat(49) }, 'client_reference_id', 'one character too long'],
    [{ client_reference_id: '🍵'.repeat(48) }, null, 'an emoji counts as one character'],
    [{ client_reference_id: '🍵'.repeat(49) }, 'client_reference_id', 'one character too long'],
    [{ client_reference_id: ` ${'x'.repeat(48)} ` }, null, 'white space around it is ignored'],
    [{ client_reference_id: 7 }, 'client_reference_id', 'a reference is a string'],
    [{ client_reference_id: 'a\nb' }, 'client_reference_id', 'it must be one line'],
    [{ client_reference_id: '\ud83c' }, 'client_reference_id', 'half a character cannot be stored'],
    [{ locale: 'en' }, null, 'a known language'],
    [{ locale: 'auto' }, null, 'the browser decides'],
    [{ locale: 'de' }, 'locale', 'no such language'],
    [{ locale: 'EN' }, 'locale', 'languages are case-sensitive'],
    [{ customer_email: 'bat@example.com' }, null, 'an email address'],
    [{ customer_email: 'bat' }, 'customer_email', 'not an email address'],
    [{ customer_email: `${'x'.repeat(64)}@${'y'.repeat(63)}.mn` }, null, 'its parts have the maximum length'],
    [{ customer_email: `${'x'.repeat(65)}@example.com` }, 'customer_email', 'its local part is too long'],
    [{ customer_email: ['bat@example.com'] }, 'customer_email', 'a list is not a string'],
    [{ customer_id: 987_654 }, 'customer_id', 'no such customer'],
    [{ customer_id: '1' }, 'customer_id', 'an id is a number'],
    [{ customer_id: 2 ** 53 }, 'customer_id', 'above the largest exact integer'],
    [
      { metadata: Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`k${n}`, 'v'])) },
      null,
      'the maximum is twenty',
    ],
    [
      { metadata: Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`k${n}`, 'v'])) },
      'metadata',
      'one too many',
    ],
    [{ metadata: { ['k'.repeat(40)]: 'v' } }, null, 'the longest key'],
    [{ metadata: { ['k'.repeat(41)]: 'v' } }, `metadata.${'k'.repeat(41)}`, 'one character too long'],
    [{ metadata: { k: 'v'.repeat(500) } }, null, 'the longest value'],
    [{ metadata: { k: 'v'.repeat(501) } }, 'metadata.k', 'one character too long'],
    [{ metadata: { k: '🍵'.repeat(500) } }, null, 'an emoji counts as one character'],
    [{ metadata: { k: 1 } }, 'metadata.k', 'values are strings'],
    [{ metadata: { k: { l: 'm' } } }, 'metadata.k', 'values are strings'],
    [{ metadata: 'k' }, 'metadata', 'it must be an object'],
    [{ email_colection: true }, 'email_colection', 'unknown field'],
    [{ status: 'complete' }, 'status', 'only a payment completes a checkout'],
    [{ amount_total: 1 }, 'amount_total', 'the total is calculated'],
    [{ is_test: false }, 'is_test', 'the token decides'],
  ]
  for (const [more, wrong, because] of rows) {
    it(`${wrong === null ? 'accepts' : 'rejects'} ${JSON.stringify(more).slice(0, 60)}: ${because}`, async () => {
      expect(await problems(await givenMerchant(), more)).to.deep.equal(wrong && [wrong])
    })
  }

  it('reports everything that is wrong at once', async () => {
    const shop = await givenMerchant()
    const { body } = await shop.post('/checkouts?dry_run=1', {
      items: [
        { price: 'gold', quantity: 0 },
        { price_id: 987_654, quantity: 1, adjustable_quantity: {} },
        { price_data: { unit_amount: -1, product_data: {} }, quantity: '1' },
        { quantity: 1 },
      ],
      success_url: 'ftp://shop.mn',
      customer_id: 987_654,
      customer_email: 'bat',
      client_reference_id: 'x'.repeat(49),
      email_collection: 'no',
      custom_fields: [{ type: 'dropdown' }],
      discounts: [{ amount: -1 }],
      locale: 'de',
      expires_at: 'tomorrow',
      metadata: { k: 1 },
      colour: 'red',
    })
    expect(body.code).to.equal('validation_failed')
    expect(body.message).to.match(/ \(and 21 more problems\)$/)
    expect(Object.keys(body.errors)).to.have.members([
      'items.0.price',
      'items.0.quantity',
      'items.1.price_id',
      'items.1.adjustable_quantity.enabled',
      'items.2.price_data.unit_amount',
      'items.2.price_data.product_data.name',
      'items.2.quantity',
      'items.3.price',
      'success_url',
      'customer_id',
      'customer_email',
      'client_reference_id',
      'email_collection',
      'custom_fields.0.label',
      'custom_fields.0.dropdown',
      'discounts.0.amount',
      'discounts.0.description',
      'locale',
      'expires_at',
      'metadata.k',
      'colour',
      'dry_run',
    ])
  })

  it('reports discounts that are too high together with other problems, before it creates a customer', async () => {
    const shop = await givenMerchant()
    const discounts = [{ amount: 25_001, description: 'Sale' }]
    const more = { customer_email: 'new@example.com', discounts, expires_at: new Date(0).toISOString() }
    expect(await problems(shop, more)).to.deep.equal(['expires_at', 'discounts'])
    expect((await shop.get('/customers')).body.meta.total).to.equal(0)
  })

  it('leaves nothing behind when it is rejected, not even a customer', async () => {
    const shop = await givenMerchant()
    expect(await problems(shop, { customer_email: 'new@example.com', locale: 'de' })).to.deep.equal([
      'locale',
    ])
    expect((await shop.get('/customers')).body.meta.total).to.equal(0)
    expect((await shop.get('/checkouts')).body.meta.total).to.equal(0)
  })
})

describe('the URLs that a checkout redirects to', () => {
  const urls: [url: unknown, test: boolean, live: boolean, because: string][] = [
    ['https://shop.mn/thanks', true, true, 'a secure URL'],
    ['HTTPS://SHOP.MN', true, true, 'upper case is allowed'],
    ['https://shop.mn/?of={CHECKOUT_ID}', true, true, 'the id is filled in'],
    ['http://shop.mn/thanks', true, false, 'plain http is for test mode'],
    ['http://localhost:8080/', true, true, 'the same machine'],
    ['http://127.0.0.1/', true, true, 'the same machine'],
    ['http://app.localhost/', true, true, 'the same machine'],
    ['https://bat:secret@shop.mn/', false, false, 'it contains a password'],
    ['https://bat@shop.mn/', false, false, 'it contains a user'],
    ['/thanks', false, false, 'not absolute'],
    ['//shop.mn/thanks', false, false, 'not absolute'],
    ['shop.mn', false, false, 'not absolute'],
    ['ftp://shop.mn/', false, false, 'not http or https'],
    ['javascript:alert(1)', false, false, 'a script'],
    ['data:text/html,hi', false, false, 'a page in itself'],
    ['https:shop.mn', false, false, 'browsers read it in different ways'],
    ['https://', false, false, 'the host is missing'],
    [`https://shop.mn/${'x'.repeat(2_048 - 16)}`, true, true, 'the longest URL'],
    [`https://shop.mn/${'x'.repeat(2_048 - 15)}`, false, false, 'one character too long'],
    ['https://shop.mn/\r\nX: y', false, false, 'it contains a line break'],
    [7, false, false, 'a number is not a string'],
  ]
  for (const field of ['success_url', 'cancel_url']) {
    for (const [url, test, live, because] of urls) {
      it(`${field} ${JSON.stringify(url).slice(0, 40)} is valid in test mode: ${test}, in live mode: ${live}: ${because}`, async () => {
        const shop = await givenTransferShop()
        expect(await problems(shop, { [field]: url })).to.deep.equal(test ? null : [field])
        expect(await problems(shop.live, { [field]: url })).to.deep.equal(live ? null : [field])
      })
    }
  }
})

describe('the expiry of a new checkout', () => {
  const now = new Date('2026-12-31T10:00:00Z')
  const end = monthsLater(now, 2)
  const rows: [expires: string, expected: Date | null, because: string][] = [
    [iso(later(now, 30 * MINUTE)), later(now, 30 * MINUTE), 'the minimum is half an hour'],
    [iso(later(now, 29 * MINUTE)), null, 'less than half an hour'],
    [
      iso(later(now, 30 * MINUTE - 5 * SECOND)),
      later(now, 30 * MINUTE - 5 * SECOND),
      'a small difference of clocks is allowed',
    ],
    [iso(now), null, 'it is now'],
    [iso(later(now, -DAY)), null, 'it is in the past'],
    [iso(end), end, 'the maximum is two months'],
    [iso(later(end, MINUTE)), null, 'longer than two months'],
    ['2027-01-31T18:00:00.5+08:00', new Date('2027-01-31T10:00:00.500Z'), 'an offset is allowed'],
    ['2027-01-31T18:00+0800', new Date('2027-01-31T10:00:00Z'), 'the short form of ISO 8601'],
    ['2027-01-31T10:00:00', null, 'the time zone is missing'],
    ['2027-01-31', null, 'a date without a time'],
    ['2027-02-30T10:00:00Z', null, 'no such day'],
    ['2027-01-31T24:30:00Z', null, 'no such hour'],
    ['soon', null, 'not a time'],
  ]
  for (const [expires, expected, because] of rows) {
    it(`${expected ? 'may be' : 'cannot be'} ${expires}: ${because}`, async () => {
      setClock(() => now)
      const shop = await givenMerchant()
      if (!expected)
        return void expect(await problems(shop, { expires_at: expires })).to.deep.equal(['expires_at'])
      const { retrieve } = await givenCheckout(shop, { ...tea(), expires_at: expires })
      expect((await retrieve()).expires_at).to.equal(iso(expected))
    })
  }

  it('must be a string, not a number', async () => {
    const shop = await givenMerchant()
    expect(await problems(shop, { expires_at: later(now, DAY).getTime() })).to.deep.equal(['expires_at'])
  })
})
