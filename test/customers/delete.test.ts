import { expect } from 'chai'
import { fateOf, withoutPerson } from '../../common/domain/customers/erase.ts'
import { list, shape, type ValueFate } from '../../common/kit/shape.ts'
import { id, text } from '../../common/kit/values.ts'
import { atomically } from '../../common/runtime/atomically.ts'
import { findCheckout } from '../../common/services/checkouts/find.ts'
import { eventFates } from '../../common/services/erasures/fates.ts'
import { recordEvent } from '../../common/services/events/record.ts'
import { cachedProject } from '../../common/services/projects/cache.ts'
import { onConnection } from '../../db/sql.ts'
import { givenMerchant, tea } from '../support/given/merchant.ts'

const SECRETS = ['Bat', 'bat@x.mn', '+97699112233', 'Peace Avenue', 'Sunny Street', 'size XL', 'Sarangerel']

/** Returns the rows of a project that may contain personal data, as JSON. */
async function dump(projectId: number): Promise<string> {
  const tables = ['customers', 'checkouts', 'payments', 'emails', 'events']
  const rows = await onConnection((sql) =>
    Promise.all(
      tables.map((table) => sql.rows(`SELECT * FROM ${table} WHERE project_id = ? ORDER BY id`, [projectId])),
    ),
  )
  return JSON.stringify(rows)
}

describe('deleting a customer', () => {
  it('expires their open checkouts', async () => {
    const shop = await givenMerchant()
    const { id } = (await shop.post('/customers', { email: 'bat@x.mn' })).body.data
    const checkout = (await shop.post('/checkouts', { ...tea(), customer_id: id })).body.data
    await shop.delete(`/customers/${id}`).expect(200)
    expect((await shop.get(`/checkouts/${checkout.id}`)).body.data).to.include({
      status: 'expired',
      customer_email: null,
    })
  })

  it('returns the time, hides the customer, and frees the reference', async () => {
    const shop = await givenMerchant()
    const given = { client_reference_id: 'u1', email: 'bat@x.mn' }
    const { id } = (await shop.post('/customers', given)).body.data
    const { status, body } = await shop.delete(`/customers/${id}`)
    expect(status).to.equal(200)
    expect(body.data).to.have.all.keys('id', 'deleted_at').and.to.include({ id })
    expect(body.data.deleted_at).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
    expect((await shop.delete(`/customers/${id}`)).status).to.equal(404)
    expect((await shop.get(`/customers/${id}`)).status).to.equal(404)
    expect((await shop.patch(`/customers/${id}`, { name: 'x' })).status).to.equal(404)
    expect((await shop.get('/customers/by-client-reference-id/u1')).status).to.equal(404)
    expect((await shop.get('/customers')).body.data).to.deep.equal([])
    const checkout = await shop.post('/checkouts', { ...tea(), customer_id: id })
    expect(checkout.body.code).to.equal('customer_not_found')
    expect((await shop.post('/customers', given)).status).to.equal(201)
  })

  it('removes all personal data, and keeps the amounts', async () => {
    const shop = await givenMerchant()
    const { id } = (await shop.post('/customers', { name: 'Bat', email: 'bat@x.mn', phone: '99112233' })).body
      .data
    const checkout = await shop.post('/checkouts', { ...tea(2), customer_id: id })
    const checkoutId: number = checkout.body.data.id
    const scope = { project: (await cachedProject(shop.projectId))!, isTest: true }
    await atomically(async (tx) => {
      const answers = [
        { key: 'size', label: 'Size', type: 'text', optional: true, dropdown: null, value: 'size XL' },
      ]
      await tx.sql.run(
        'UPDATE checkouts SET phone_number = ?, delivery_address = ?, custom_fields = ? WHERE id = ?',
        ['+97699112233', JSON.stringify({ line1: 'Peace Avenue' }), JSON.stringify(answers), checkoutId],
      )
      await tx.sql.run('UPDATE customers SET delivery_address = ? WHERE id = ?', [
        JSON.stringify({ line1: 'Sunny Street' }),
        id,
      ])
      const { insertId: paymentId } = await tx.sql.run(
        `INSERT INTO payments (project_id, is_test, payable_type, payable_id, method, status, amount, currency,
           customer_email, phone_number, payer_name, created_at, updated_at) VALUES (?)`,
        [
          [
            shop.projectId,
            true,
            'checkout',
            checkoutId,
            'test',
            'failed',
            50_000,
            'MNT',
            'bat@x.mn',
            '+97699112233',
            'Sarangerel',
            tx.now,
            tx.now,
          ],
        ],
      )
      const object = (await findCheckout(tx.sql, scope, checkoutId, tx.now))!
      await recordEvent(tx, scope, 'checkout.completed', object)
      const payment = { id: paymentId, customer_email: 'bat@x.mn', payer_name: 'Sarangerel' }
      const emails = [
        ['receipt', `checkout-${checkoutId}`, id, 'bat@x.mn', JSON.stringify({ checkout: object })],
        ['transfer_reported', `payment-${paymentId}`, null, 'shop@x.mn', JSON.stringify({ payment })],
        ['refund_required', `payment-${paymentId}`, null, 'shop@x.mn', JSON.stringify({ payment })],
      ]
      await tx.sql.run(
        `INSERT INTO emails (project_id, is_test, kind, cause, customer_id, recipient, words, locale, status, due_at,
           created_at, updated_at) VALUES ?`,
        [emails.map((email) => [shop.projectId, true, ...email, 'en', 'pending', tx.now, tx.now, tx.now])],
      )
      await tx.sql.run("UPDATE emails SET error = '450 <bat@x.mn> is busy' WHERE customer_id = ?", [id])
    })
    const before = await dump(shop.projectId)
    for (const secret of SECRETS) expect(before).to.contain(secret)

    expect((await shop.delete(`/customers/${id}`)).status).to.equal(200)
    const after = await dump(shop.projectId)
    for (const secret of SECRETS) expect(after).not.to.contain(secret)
    const emails = await onConnection((sql) =>
      sql.rows<object>('SELECT kind, recipient, status FROM emails WHERE project_id = ? ORDER BY id', [
        shop.projectId,
      ]),
    )
    expect(emails.map((email) => ({ ...email }))).to.deep.equal([
      { kind: 'receipt', recipient: '', status: 'canceled' },
      { kind: 'transfer_reported', recipient: 'shop@x.mn', status: 'pending' },
      { kind: 'refund_required', recipient: 'shop@x.mn', status: 'pending' },
    ])
    const { body } = await shop.get(`/checkouts/${checkoutId}`)
    expect(body.data).to.include({ customer_id: id, amount_total: 50_000, customer_email: null })
    expect(body.data.custom_fields[0]).to.include({ label: 'Size', value: null })
  })

  it('returns 404 in the other mode', async () => {
    const shop = await givenMerchant()
    const { id } = (await shop.post('/customers', { email: 'bat@x.mn' })).body.data
    expect((await shop.live.delete(`/customers/${id}`)).status).to.equal(404)
    expect((await shop.get(`/customers/${id}`)).status).to.equal(200)
  })
})

describe('the erasure of personal data in an object', () => {
  const { checkout, payment, subscription } = eventFates
  const cases: [object: object, fate: ValueFate, left: object, because: string][] = [
    [
      { customer_email: 'a@x.mn', amount_total: 5 },
      checkout,
      { customer_email: null, amount_total: 5 },
      'keeps amounts',
    ],
    [
      { customer: { id: 1, name: 'Bat', email: 'a@x.mn' } },
      subscription,
      { customer: { id: 1, name: null, email: null } },
      'removes the name of a customer',
    ],
    [{ items: [{ name: 'Tea' }] }, checkout, { items: [{ name: 'Tea' }] }, 'keeps the name of a product'],
    [
      { custom_fields: [{ value: 'XL', dropdown: { options: [{ label: 'XL', value: 'xl' }] } }] },
      checkout,
      { custom_fields: [{ value: null, dropdown: { options: [{ label: 'XL', value: 'xl' }] } }] },
      'removes the answer of the customer, and keeps the options of the merchant',
    ],
    [
      { customer: { id: 1, client_reference_id: 'u1' } },
      checkout,
      { customer: { id: 1, client_reference_id: 'u1' } },
      "keeps the merchant's own reference of a customer",
    ],
    [
      { custom_fields: [{ label: 'Size', value: 'size XL' }] },
      checkout,
      { custom_fields: [{ label: 'Size', value: null }] },
      'keeps questions and removes their answers',
    ],
    [
      { items: [{ name: 'Tea', older: 'Bat' }] },
      checkout,
      { items: [{ name: 'Tea', older: null }] },
      'removes an unknown property of an item',
    ],
    [
      { items: [{ price: { id: 1, older: 1, product: { older: 1 } } }] },
      checkout,
      { items: [{ price: { id: 1, older: 1, product: { older: 1 } } }] },
      'keeps prices and products as a whole',
    ],
    [
      { refunds: [{ id: 1, older: 1 }] },
      payment,
      { refunds: [{ id: 1, older: null }] },
      'keeps known amounts',
    ],
    [
      { payable: { older: 1 }, discrepancy: { older: 1 } },
      payment,
      { payable: { older: 1 }, discrepancy: { older: 1 } },
      'keeps what a payment was for as a whole',
    ],
    [{ metadata: { email: 'a' } }, checkout, { metadata: { email: 'a' } }, 'keeps metadata'],
    [{ delivery_address: { line1: 'A' } }, checkout, { delivery_address: null }, 'removes whole addresses'],
    [{ nickname: 'Batka' }, checkout, { nickname: null }, 'removes unknown fields, which may be personal'],
  ]
  for (const [object, fate, left, because] of cases) {
    it(`${because}: ${JSON.stringify(object)}`, () => {
      expect(withoutPerson(object, fate)).to.deep.equal(left)
    })
  }

  it('refuses a definition in which a text has no fate', () => {
    const properties = {
      id: id('An id.', 1),
      parts: list('Parts.', shape('Part', 'A part.', { note: text('A note.', 'x') })),
    }
    expect(() => fateOf(shape('Thing', 'A thing.', properties), 'thing')).to.throw(
      'thing.parts.note has no fate at an erasure',
    )
  })
})
