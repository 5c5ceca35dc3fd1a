import { expect } from 'chai'
import type { Response } from 'supertest'
import { Customer } from '../support/customer.ts'
import { travelTo } from '../support/due.ts'
import { givenCheckout } from '../support/given/checkout.ts'
import { BANK_ACCOUNT, givenCustomer, givenMerchant, type Merchant, tea } from '../support/given/merchant.ts'
import { saidAt } from '../support/given/promotion-code.ts'
import { emailsFor, paymentsOf } from '../support/stored.ts'

const PHONE = { ...tea(), phone_number_collection: true }
const ADDRESS = { ...tea(), delivery_address_collection: true }
const QUESTIONS = {
  ...tea(),
  custom_fields: [
    { label: 'Нэр', type: 'text' },
    { label: 'Age', type: 'numeric', optional: true },
    {
      label: 'Seat',
      type: 'dropdown',
      dropdown: { options: [{ label: 'VIP' }, { label: 'Plain', value: 'basic' }] },
    },
  ],
}
const ANSWERS = { 'custom_fields[ner]': 'Бат', 'custom_fields[seat]': 'vip' }

async function givenExpirable(shop: Merchant, body: object) {
  const checkout = await givenCheckout(shop, body)
  return {
    ...checkout,
    expire: async () => travelTo(shop.projectId, new Date((await checkout.retrieve()).expires_at)),
  }
}

/** Returns the value of a field on a page. */
function valueOf({ text }: Response, name: string): string | undefined {
  const [input = ''] =
    new RegExp(`<input [^>]*name="${name.replace(/[[\]]/g, String.raw`\$&`)}"[^>]*>`).exec(text) ?? []
  return /value="([^"]*)"/.exec(input)?.[1]
}

describe('an email address with a misspelt domain', () => {
  it('is asked about once, and kept by a second press', async () => {
    const { customer, retrieve } = await givenCheckout(await givenMerchant())
    const page = await customer.pay({ email: 'bat@gmail.con' })
    expect([page.status, saidAt(page, 'email')]).to.deep.equal([
      422,
      'Did you mean bat@gmail.com? Correct the address, or press the button again to keep it.',
    ])
    expect(valueOf(page, 'email')).to.equal('bat@gmail.con')
    const other = await customer.pay({ email: 'bat@gmial.com' }, page)
    expect([other.status, (await retrieve()).status]).to.deep.equal([422, 'open'])
    await customer.pay({ email: 'bat@gmail.con' }, page)
    expect(await retrieve()).to.include({ status: 'complete', customer_email: 'bat@gmail.con' })
  })

  it('is not asked about in the API, which a program calls', async () => {
    const shop = await givenMerchant()
    const { id } = await givenCheckout(shop)
    await shop.post(`/checkouts/${id}/pay`, { email: 'bat@gmail.con' }).expect(200)
  })
})

describe('the phone number that a customer types', () => {
  const rows: [typed: string, expected: string | null, because: string][] = [
    ['99112233', '+97699112233', "a number without a prefix belongs to the merchant's country"],
    ['+976 9911-2233', '+97699112233', 'spaces and hyphens are ignored'],
    ['+1 (202) 555-0134', '+12025550134', 'a foreign number has its prefix'],
    ['', null, 'it is required'],
    ['991122', null, 'it is too short'],
    ['call me', null, 'it is not a number'],
    ['9911223344556677', null, 'it is too long'],
    ['99112233, 88112233', null, 'the second number would be lost'],
  ]
  for (const [typed, expected, because] of rows) {
    it(`'${typed}' is ${expected ?? 'rejected'}: ${because}`, async () => {
      const { customer, retrieve } = await givenCheckout(await givenMerchant(), PHONE)
      const page = await customer.pay({ phone: typed })
      const { status, phone_number } = await retrieve()
      expect([status, phone_number]).to.deep.equal([expected ? 'complete' : 'open', expected])
      if (expected) return
      expect(page.status).to.equal(422)
      expect(saidAt(page, 'phone')).to.match(typed === '' ? /^Enter your phone number/ : /^Check the phone/)
    })
  }

  it('is not saved if it is not collected', async () => {
    const { customer, retrieve } = await givenCheckout(await givenMerchant())
    await customer.pay({ phone: '99112233', 'delivery_address[line1]': 'Street', 'custom_fields[x]': 'y' })
    expect(await retrieve()).to.deep.include({
      status: 'complete',
      phone_number: null,
      delivery_address: null,
      custom_fields: [],
    })
  })
})

describe('the address that a customer types', () => {
  const at = (parts: Record<string, string>) =>
    Object.fromEntries(Object.entries(parts).map(([part, value]) => [`delivery_address[${part}]`, value]))
  const home = { line1: 'Peace Avenue 5', city: 'Ulaanbaatar' }

  it("is saved in full, in the merchant's country unless another is chosen", async () => {
    const shop = await givenMerchant()
    const all = {
      name: 'Saraa',
      ...home,
      line2: 'Flat 7',
      district: 'СБД',
      postal_code: '14200',
      note: 'Ring\r\ntwice',
    }
    const whole = { ...all, note: 'Ring\ntwice' } // a browser sends another line break
    for (const [typed, kept] of [
      [home, { ...home, country: 'MN' }],
      [all, { ...whole, country: 'MN' }],
      [
        { ...all, country: 'de' },
        { ...whole, country: 'DE' },
      ],
    ] as const) {
      const { customer, retrieve } = await givenCheckout(shop, ADDRESS)
      await customer.pay(at(typed))
      expect(await retrieve()).to.deep.include({ status: 'complete', delivery_address: kept })
    }
  })

  const rows: [parts: Record<string, string>, wrong: string[], because: string][] = [
    [{ ...home, line1: '' }, ['line1'], 'the street is required'],
    [{ ...home, name: ' ' }, ['name'], 'the page asks for the name of the recipient'],
    [{ ...home, city: ' ' }, ['city'], 'the city is required'],
    [{}, ['line1', 'city'], 'both are required'],
    [{ ...home, country: 'Mongolia' }, ['country'], 'a country code has two letters'],
    [{ ...home, country: 'XX' }, ['country'], 'no such country'],
    [{ ...home, line1: 'x'.repeat(256) }, ['line1'], 'it is too long'],
    [{ ...home, note: 'x'.repeat(256) }, ['note'], 'it is too long'],
  ]
  for (const [parts, wrong, because] of rows) {
    it(`rejects ${JSON.stringify(parts).slice(0, 60)}: ${because}`, async () => {
      const { customer, retrieve } = await givenCheckout(await givenMerchant(), ADDRESS)
      const page = await customer.pay(at(parts))
      expect(page.status).to.equal(422)
      for (const part of ['name', 'line1', 'line2', 'city', 'district', 'postal_code', 'country', 'note'])
        expect(saidAt(page, `delivery_address-${part}`) !== null, part).to.equal(wrong.includes(part))
      expect(await retrieve()).to.include({ status: 'open', delivery_address: null })
    })
  }
})

describe('an address with a part that is too long', () => {
  it('is rejected with the limit', async () => {
    const { customer } = await givenCheckout(await givenMerchant(), ADDRESS)
    const page = await customer.pay({
      'delivery_address[line1]': 'Peace Avenue 5',
      'delivery_address[city]': 'x'.repeat(256),
    })
    expect(saidAt(page, 'delivery_address-city')).to.equal('City or province: use at most 255 characters.')
  })
})

describe('the answers to custom fields', () => {
  it('are in the checkout and in its event, with null for an answer left out', async () => {
    const shop = await givenMerchant()
    const { id, customer, retrieve } = await givenCheckout(shop, QUESTIONS)
    await customer.pay(ANSWERS)
    const { status, custom_fields: fields } = await retrieve()
    expect(status).to.equal('complete')
    expect(fields.map(({ key, value }) => [key, value])).to.deep.equal([
      ['ner', 'Бат'],
      ['age', null],
      ['seat', 'vip'],
    ])
    const { data } = (await shop.get(`/events?object=checkout&object_id=${id}`)).body
    expect(data[0].type).to.equal('checkout.completed')
    expect(data[0].data.object).to.deep.equal(await retrieve())
  })

  const rows: [answers: Record<string, string>, wrong: string, message: string][] = [
    [{ ...ANSWERS, 'custom_fields[ner]': '' }, 'ner', 'Please answer: Нэр.'],
    [{ ...ANSWERS, 'custom_fields[ner]': 'x'.repeat(256) }, 'ner', 'Нэр: use at most 255 characters.'],
    [{ ...ANSWERS, 'custom_fields[ner]': 'Bat\u0007' }, 'ner', 'Нэр: leave out invisible characters.'],
    [{ ...ANSWERS, 'custom_fields[age]': '4 2' }, 'age', 'Age: use the digits 0 to 9 only.'],
    [{ ...ANSWERS, 'custom_fields[seat]': '' }, 'seat', 'Please answer: Seat.'],
    [{ ...ANSWERS, 'custom_fields[seat]': 'Plain' }, 'seat', 'Seat: choose one of the answers.'],
  ]
  for (const [answers, wrong, message] of rows) {
    it(`are rejected one by one: ${message}`, async () => {
      const { customer, retrieve } = await givenCheckout(await givenMerchant(), QUESTIONS)
      const page = await customer.pay(answers)
      expect(saidAt(page, `custom_fields-${wrong}`)).to.equal(message)
      expect((await retrieve()).status).to.equal('open')
    })
  }

  it('have no default for a required choice', async () => {
    const { customer } = await givenCheckout(await givenMerchant(), QUESTIONS)
    const { text } = await customer.get()
    const [choice = ''] = /<select[^>]*name="custom_fields\[seat\]".*?<\/select>/s.exec(text) ?? []
    expect(choice).to.match(/<option value="" selected>/)
    expect(choice.match(/selected/g)).to.have.length(1)
  })

  it('stay on the page, with all other typed values, while something else is wrong', async () => {
    const more = { phone_number_collection: true, delivery_address_collection: true }
    const { customer } = await givenCheckout(await givenMerchant(), { ...QUESTIONS, ...more })
    const typed = {
      ...ANSWERS,
      'custom_fields[age]': '007',
      phone: '12',
      'delivery_address[line1]': 'Street "5"',
      'delivery_address[country]': 'DE',
      test_outcome: 'declined',
    }
    const { status, text } = await customer.pay({ ...typed, email: 'no@where' })
    expect(status).to.equal(422)
    for (const value of ['no@where', 'Бат', '007', '12', 'Street &quot;5&quot;'])
      expect(text).to.contain(`value="${value}"`)
    expect(text)
      .to.match(/<option value="vip" selected>/)
      .and.match(/<option value="DE" selected>/)
    expect(text).to.match(/value="declined"[^>]* checked/)
  })

  it('are kept after a declined payment', async () => {
    const { customer, retrieve } = await givenCheckout(await givenMerchant(), QUESTIONS)
    await customer.pay({ ...ANSWERS, test_outcome: 'declined' })
    const { text } = await customer.get()
    expect(text).to.contain('value="Бат"').and.contain('value="bat@example.com"')
    expect(text).to.match(/<option value="vip" selected>/)
    expect((await retrieve()).status).to.equal('open')
  })
})

describe('the email address of a customer', () => {
  it('is filled in if it is known, and may be changed for this checkout only', async () => {
    const shop = await givenMerchant()
    const customer_id = await givenCustomer(shop, { email: 'known@example.com' })
    const { id, customer, retrieve } = await givenCheckout(shop, { ...tea(), customer_id })
    expect((await customer.get()).text).to.contain('value="known@example.com"')
    await customer.pay({ email: 'other@example.com' })
    expect(await retrieve()).to.include({ customer_email: 'other@example.com', customer_id })
    expect((await shop.get(`/customers/${customer_id}`)).body.data.email).to.equal('known@example.com')
    expect(await emailsFor(`checkout-${id}`)).to.deep.equal(['receipt'])
  })

  it('is prefilled with the name, phone and address of the named customer, which may be changed', async () => {
    const shop = await givenMerchant()
    const asks = { phone_number_collection: true, delivery_address_collection: true }
    const customer_id = await givenCustomer(shop, {
      name: 'Bat',
      email: 'bat@example.com',
      phone: '99112233',
    })
    const named = () => givenCheckout(shop, { ...tea(), ...asks, customer_id })
    const first = await named()
    const asked = await first.customer.get()
    expect(valueOf(asked, 'phone')).to.equal('+97699112233')
    expect(valueOf(asked, 'delivery_address[name]')).to.equal('Bat')
    const name = 'Saraa, his sister'
    const at = {
      'delivery_address[name]': name,
      'delivery_address[line1]': 'Peace Avenue 5',
      'delivery_address[city]': 'Erdenet',
    }
    await first.customer.pay({ phone: '88112233', ...at })
    expect((await first.retrieve()).phone_number).to.equal('+97688112233')
    const page = await (await named()).customer.get()
    expect(valueOf(page, 'phone')).to.equal('+97699112233')
    expect(valueOf(page, 'delivery_address[name]')).to.equal(name)
    expect(valueOf(page, 'delivery_address[line1]')).to.equal('Peace Avenue 5')
    expect(valueOf(page, 'delivery_address[city]')).to.equal('Erdenet')
  })

  it('does not reveal the phone and address of a customer to a visitor who typed it', async () => {
    const shop = await givenMerchant()
    await givenCustomer(shop, { name: 'Bat', email: 'bat@example.com', phone: '99112233' })
    const asks = { ...ADDRESS, ...PHONE, customer_email: 'bat@example.com' }
    const { customer, expire } = await givenExpirable(shop, asks)
    const page = await customer.get()
    expect(valueOf(page, 'phone')).to.equal('')
    expect(valueOf(page, 'delivery_address[name]')).to.equal('')
    await expire()
    const { headers } = await customer.press('start_again')
    expect(valueOf(await new Customer(headers.location!).get(), 'phone')).to.equal('')
  })

  it('is neither asked for nor used for a receipt if it is not collected', async () => {
    const shop = await givenMerchant()
    const body = { ...tea(), customer_email: 'known@example.com', email_collection: false }
    const { id, customer, retrieve } = await givenCheckout(shop, body)
    const page = await customer.get()
    expect(page.text).not.to.contain('name="email"').and.not.to.contain('known@example.com')
    await customer.press('pay', { payment_method: 'test', test_outcome: 'succeeds' }, page)
    expect(await retrieve()).to.include({ status: 'complete', customer_email: 'known@example.com' })
    expect(await emailsFor(`checkout-${id}`)).to.deep.equal([])
  })

  for (const [email, message] of [
    ['', /^Enter your email/],
    ['bat', /^Check the email/],
    ['bat@example', /^Check the email/],
    ['bat@example.com\u0000', /^Check the email/],
  ] as const) {
    it(`is rejected: ${JSON.stringify(email)}`, async () => {
      const { customer, retrieve } = await givenCheckout(await givenMerchant())
      expect(saidAt(await customer.pay({ email }), 'email')).to.match(message)
      expect((await retrieve()).status).to.equal('open')
    })
  }
})

describe('contact data that a customer types', () => {
  const typed = {
    email: 'typed@example.com',
    phone: '99112233',
    'delivery_address[line1]': 'Street 5',
    'delivery_address[city]': 'Darkhan',
  }
  const collecting = { ...tea(), phone_number_collection: true, delivery_address_collection: true }

  async function customerAfterPaying(shop: Merchant, known: object) {
    const customer_id = await givenCustomer(shop, known)
    const { customer, retrieve } = await givenCheckout(shop, { ...collecting, customer_id })
    await customer.pay(typed)
    expect((await retrieve()).status).to.equal('complete')
    const { email, phone } = (await shop.get(`/customers/${customer_id}`)).body.data
    return { email, phone }
  }

  it('is saved for a customer who had none, who can be found by it', async () => {
    const shop = await givenMerchant()
    const saved = await customerAfterPaying(shop, { client_reference_id: 'bat' })
    expect(saved).to.deep.equal({ email: 'typed@example.com', phone: '+97699112233' })
    expect((await shop.get('/customers?email=TYPED@example.com')).body.meta.total).to.equal(1)
  })

  it("never overwrites the customer's data", async () => {
    const known = { email: 'known@example.com', phone: '+97688001122' }
    expect(await customerAfterPaying(await givenMerchant(), known)).to.deep.equal(known)
    const half = { phone: '+97688001122' }
    expect(await customerAfterPaying(await givenMerchant(), half)).to.deep.equal({
      ...half,
      email: 'typed@example.com',
    })
  })

  for (const [type, body] of [
    ['checkouts', collecting],
    ['invoices', { amount: 25_000 }],
  ] as const) {
    it(`is discarded with a payment that fails, and saved with one that succeeds (${type})`, async () => {
      const shop = await givenMerchant()
      const customer_id = await givenCustomer(shop, { client_reference_id: 'bat' })
      const { body: created } = await shop.post(`/${type}`, { ...body, customer_id }).expect(201)
      const customer = new Customer(created.data.url as string)
      const email = async () => (await shop.get(`/customers/${customer_id}`)).body.data.email
      await customer.pay({ ...typed, email: 'typd@example.com', test_outcome: 'declined' })
      expect(await email()).to.equal(null)
      await customer.pay(typed, await customer.get('?choose=1'))
      expect(await email()).to.equal('typed@example.com')
    })
  }

  it('is saved when the transfer is confirmed, not when it is started', async () => {
    const shop = await givenMerchant()
    await shop.patch('', { payment_methods: { bank_transfer: BANK_ACCOUNT } }).expect(200)
    const customer_id = await givenCustomer(shop, { client_reference_id: 'bat' })
    const { id, customer } = await givenCheckout(shop, { ...collecting, customer_id })
    const known = async () => (await shop.get(`/customers/${customer_id}`)).body.data
    await customer.pay({ ...typed, payment_method: 'bank_transfer' })
    await customer.press('claim_transfer')
    expect(await known()).to.include({ email: null, phone: null })
    const [payment] = await paymentsOf(id)
    await shop.post(`/payments/${payment!.id}/confirm`).expect(200)
    expect(await known()).to.include({ email: 'typed@example.com', phone: '+97699112233' })
  })

  it('does not create a customer for a guest', async () => {
    const shop = await givenMerchant()
    const known = await givenCustomer(shop, { email: typed.email })
    const { customer, retrieve } = await givenCheckout(shop, collecting)
    await customer.pay(typed)
    expect(await retrieve()).to.include({
      status: 'complete',
      customer_id: null,
      is_guest: true,
      customer_email: typed.email,
    })
    expect((await shop.get('/customers')).body.meta.total).to.equal(1)
    expect((await shop.get(`/customers/${known}`)).body.data.phone).to.equal(null)
  })

  it('is not saved for a customer who was deleted meanwhile', async () => {
    const shop = await givenMerchant()
    const customer_id = await givenCustomer(shop, { client_reference_id: 'bat' })
    const { customer, retrieve } = await givenCheckout(shop, { ...collecting, customer_id })
    const page = await customer.get()
    await shop.delete(`/customers/${customer_id}`).expect(200)
    await customer.pay(typed, page)
    expect(await retrieve()).to.include({ status: 'expired', customer_email: null, phone_number: null })
    expect((await shop.get(`/customers/${customer_id}`)).status).to.equal(404)
    expect((await shop.get('/customers?email=typed@example.com')).body.meta.total).to.equal(0)
  })
})
