import { once } from 'node:events'
import { setImmediate as immediate, setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import { settingsForms } from '../../common/methods/all.ts'
import { subscribe } from '../../common/runtime/publish.ts'
import { producer } from '../../common/runtime/queues.ts'
import { connectRedis } from '../../common/runtime/redis.ts'
import { cachedProject, dropCachedProject } from '../../common/services/projects/cache.ts'
import { onConnection } from '../../db/sql.ts'
import { givenCheckout } from '../support/given/checkout.ts'
import { givenMerchant, tea } from '../support/given/merchant.ts'

const account = { bank_name: 'Khan Bank', account_number: '5001234567', account_holder: 'Shop LLC' }

describe('the settings of a project', () => {
  it('are returned whole, the same in both modes', async () => {
    const shop = await givenMerchant()
    const { status, body } = await shop.get('')
    expect(status).to.equal(200)
    expect(body.data).to.deep.include({
      id: shop.projectId,
      name: 'Shop',
      currency: 'MNT',
      country: 'MN',
      timezone: 'UTC',
      locale: 'en',
      plan: 'growth',
      invoice_prefix: 'INV',
      email: null,
      color: null,
      payment_method_order: settingsForms.map(({ name }) => name),
    })
    expect(body.data.payment_methods).to.deep.include({
      bank_transfer: { enabled: false, bank_name: null, account_number: null, account_holder: null },
    })
    expect((await shop.live.get('')).body).to.deep.equal(body)
  })

  it('change field by field, and null clears a field', async () => {
    const shop = await givenMerchant()
    const settings = {
      name: 'Цайны дэлгүүр',
      email: 'shop@x.mn',
      support_phone: '7700 0000',
      legal_name: 'Shop LLC',
      registration_number: '1234567',
      address: 'Peace Avenue 1\nUlaanbaatar',
      terms_url: 'https://x.mn/terms',
      website_url: 'https://x.mn',
      logo_url: 'https://x.mn/logo.png',
      color: '#1A73e8',
      invoice_prefix: 'SHOP-1',
      locale: 'mn',
      country: 'JP',
      timezone: 'Asia/Ulaanbaatar',
      currency: 'JPY',
    }
    const { status, body } = await shop.patch('', settings)
    expect(status, JSON.stringify(body)).to.equal(200)
    expect(body.data).to.include(settings)
    expect((await shop.get('')).body).to.deep.equal(body)
    const cleared = await shop.patch('', { email: null, color: null, logo_url: null })
    expect(cleared.body.data).to.include({ email: null, color: null, logo_url: null, name: settings.name })
    const phone = await shop.post('/customers', { phone: '090-1234-5678' })
    expect(phone.body.data.phone, 'the next request knows the new country').to.equal('+819012345678')
  })

  it('accept an order of the methods, and reject unknown and repeated ones', async () => {
    const shop = await givenMerchant()
    const names = settingsForms.map(({ name }) => name)
    const order = names.toReversed()
    const { body } = await shop.patch('', { payment_method_order: order.slice(0, -1) }).expect(200)
    expect(body.data.payment_method_order).to.deep.equal(order)
    const cleared = await shop.patch('', { payment_method_order: null }).expect(200)
    expect(cleared.body.data.payment_method_order).to.deep.equal(names)
    for (const wrong of [['unknown'], ['bank_transfer', 'bank_transfer'], ['test']])
      await shop.patch('', { payment_method_order: wrong }).expect(422)
  })

  const refused: [settings: Record<string, unknown>, because: string][] = [
    [{ name: null }, 'the name is required'],
    [{ email: 'shop' }, 'not an email address'],
    [{ terms_url: 'http://x.mn' }, 'not https'],
    [{ website_url: 'x.mn' }, 'the scheme is missing'],
    [{ logo_url: 'https://a:b@x.mn/' }, 'it contains a password'],
    [{ color: 'red' }, 'not a hex colour'],
    [{ invoice_prefix: 'inv' }, 'prefixes are in capitals'],
    [{ invoice_prefix: 'A'.repeat(13) }, 'it is too long'],
    [{ locale: 'de' }, 'the pages have no such language'],
    [{ country: 'Mongolia' }, 'not a country code of two letters'],
    [{ timezone: 'Ulaanbaatar' }, 'no such time zone'],
    [{ timezone: '+08:00' }, 'an offset has no summer time'],
    [{ currency: 'XXZ' }, 'no such currency'],
    [{ currency: null }, 'a currency is required'],
    [{ plan: 'growth' }, 'only the operator changes it'],
    [{ id: 7 }, 'ids never change'],
    [{ payment_methods: null }, 'methods cannot be cleared as a whole'],
    [{ support_phone: 'call us' }, 'customers cannot call it'],
    [{ support_phone: '7700 0000, 7711 2233' }, 'it is two numbers'],
    [{ payment_method_order: 'bank_transfer' }, 'the order is not a list'],
  ]
  for (const [settings, because] of refused) {
    it(`rejects ${JSON.stringify(settings)}: ${because}`, async () => {
      const shop = await givenMerchant()
      const before = (await shop.get('')).body
      const { status, body } = await shop.patch('', { ...settings, legal_name: 'Other' })
      expect(status).to.equal(422)
      expect(body.errors).to.have.all.keys(...Object.keys(settings))
      expect((await shop.get('')).body).to.deep.equal(before)
    })
  }

  it('keep the currency once there is a price', async () => {
    const shop = await givenMerchant()
    expect((await shop.patch('', { currency: 'USD' })).status).to.equal(200)
    await shop.live.post('/prices', { product_data: { name: 'Tea' }, unit_amount: 1 })
    const { status, body } = await shop.patch('', { currency: 'EUR', color: 'red' })
    expect(status).to.equal(422)
    expect(body.errors).to.have.all.keys('currency', 'color')
    expect((await shop.patch('', { currency: 'USD' })).status, 'the same one').to.equal(200)
  })
})

describe('the currency of a project', () => {
  const code = { code: 'NADAAM', type: 'order_total' }
  const kept: [path: string, body: object, what: string][] = [
    ['/prices', { product_data: { name: 'Tea' }, unit_amount: 1, active: false }, 'prices'],
    ['/promotion-codes', { ...code, amount_off: 500 }, 'promotion codes with amounts'],
    ['/promotion-codes', { ...code, percent_off: 5, minimum_amount: 500 }, 'promotion codes with amounts'],
    ['/checkouts', tea(), 'open checkouts'],
    ['/invoices', { amount: 500 }, 'open invoices'],
    ['/invoices', { amount: 500, auto_advance: false }, 'open invoices'],
  ]
  for (const [path, body, what] of kept) {
    it(`rejects another currency while there are ${what}: ${JSON.stringify(body)}`, async () => {
      const shop = await givenMerchant()
      await shop.post(path, body).expect(201)
      const { status, body: answer } = await shop.patch('', { currency: 'USD' })
      expect(status).to.equal(422)
      expect(answer.errors.currency[0]).to.match(new RegExp(`^currency cannot .* has ${what} in MNT\\. `))
      expect((await shop.get('')).body.data.currency).to.equal('MNT')
    })
  }

  it('can change once nothing with an amount is open', async () => {
    const shop = await givenMerchant()
    await shop.post('/promotion-codes', { ...code, percent_off: 5 }).expect(201)
    const checkout = (await shop.post('/checkouts', tea()).expect(201)).body.data
    const paid = await givenCheckout(shop)
    await paid.customer.pay()
    const invoice = (await shop.post('/invoices', { amount: 500 }).expect(201)).body.data
    const draft = (await shop.post('/invoices', { amount: 500, auto_advance: false }).expect(201)).body.data
    await shop.post(`/checkouts/${checkout.id}/expire`).expect(200)
    await shop.post(`/invoices/${invoice.id}/void`).expect(200)
    await shop.delete(`/invoices/${draft.id}`).expect(200)
    await shop.patch('', { currency: 'USD' }).expect(200)
    expect((await paid.retrieve()).currency, 'what was paid keeps its currency').to.equal('MNT')
  })
})

describe('the bank account of a project', () => {
  const transfer = (settings: object) => ({ payment_methods: { bank_transfer: settings } })
  const of = (body: { data: { payment_methods: { bank_transfer: object } } }) =>
    body.data.payment_methods.bank_transfer

  it('is merged with each change', async () => {
    const shop = await givenMerchant()
    await shop.patch('', transfer(account))
    const enabled = await shop.patch('', transfer({ enabled: true }))
    expect(of(enabled.body)).to.deep.equal({ enabled: true, ...account })
    const moved = await shop.patch('', transfer({ bank_name: 'Golomt' }))
    expect(of(moved.body)).to.deep.equal({ enabled: true, ...account, bank_name: 'Golomt' })
    expect(of((await shop.patch('', { name: 'Tea' })).body)).to.deep.equal(of(moved.body))
  })

  it('can be enabled only if it is complete', async () => {
    const shop = await givenMerchant()
    const { status, body } = await shop.patch('', transfer({ enabled: true, bank_name: 'Golomt' }))
    expect(status).to.equal(422)
    const path = 'payment_methods.bank_transfer'
    expect(body.errors).to.have.all.keys(`${path}.account_number`, `${path}.account_holder`)
    await shop.patch('', transfer({ enabled: true, ...account }))
    const cleared = await shop.patch('', transfer({ account_number: null }))
    expect(cleared.body.errors).to.have.all.keys(`${path}.account_number`)
    const off = await shop.patch('', transfer({ enabled: false, account_number: null }))
    expect(of(off.body)).to.deep.equal({ ...account, enabled: false, account_number: null })
  })

  it('is encrypted in the database', async () => {
    const shop = await givenMerchant()
    await shop.patch('', transfer(account))
    const row = await onConnection((sql) =>
      sql.row<{ payment_settings: Buffer }>('SELECT payment_settings FROM projects WHERE id = ?', [
        shop.projectId,
      ]),
    )
    expect(row!.payment_settings.toString('latin1')).not.to.contain(account.account_number)
  })
})

describe('a change to a project', () => {
  it('is seen at once by every process that has cached the project', async () => {
    const shop = await givenMerchant()
    const subscription = subscribe()
    const clock = performance.now.bind(performance)
    try {
      await subscription.ready
      if (producer().status !== 'ready') await once(producer(), 'ready')
      dropCachedProject(shop.projectId)
      performance.now = () => 0 // keeps cached rows from expiring
      const name = async () => (await cachedProject(shop.projectId))!.name
      expect(await name()).to.equal('Shop')
      // Simulate another process: change the row with SQL, then publish the change.
      await onConnection((sql) =>
        sql.run('UPDATE projects SET name = ? WHERE id = ?', ['New', shop.projectId]),
      )
      expect(await name(), 'cached').to.equal('Shop')
      await producer().publish('{tolbor}.project.changed', String(shop.projectId))
      while ((await name()) !== 'New') await immediate()
    } finally {
      performance.now = clock
      subscription.stop()
    }
  })

  it('is seen within two seconds by a process that receives no message', async () => {
    const shop = await givenMerchant()
    const name = async () => (await cachedProject(shop.projectId))!.name
    expect(await name()).to.equal('Shop')
    await onConnection((sql) => sql.run('UPDATE projects SET name = ? WHERE id = ?', ['New', shop.projectId]))
    await pause(2_000)
    expect(await name()).to.equal('New')
  })

  it('is published to the other processes', async () => {
    const other = connectRedis('worker')
    const published = once(other, 'message')
    try {
      await other.subscribe('{tolbor}.project.changed')
      if (producer().status !== 'ready') await once(producer(), 'ready')
      const shop = await givenMerchant()
      expect((await shop.patch('', { name: 'New' })).status).to.equal(200)
      expect(await published).to.deep.equal(['{tolbor}.project.changed', String(shop.projectId)])
    } finally {
      other.disconnect()
    }
  })
})
