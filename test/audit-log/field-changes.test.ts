import { expect } from 'chai'
import { changedSecrets } from '../../common/domain/projects/payment-settings.ts'
import { onConnection } from '../../db/sql.ts'
import { tolbor } from '../cli/tolbor.ts'
import { BANK_ACCOUNT, givenCustomer, givenMerchant, givenTransferShop } from '../support/given/merchant.ts'

const STRIPE = { enabled: true, secret_key: 'sk_test_first', webhook_secret: 'whsec_first' }

describe('the fields that changed, in the audit log', () => {
  it('have their values before and after, for a product and its price', async () => {
    const shop = await givenMerchant()
    const product = (await shop.post('/products', { name: 'Tea' }).expect(201)).body.data as { id: number }
    await shop.patch(`/products/${product.id}`, { name: 'Green tea', description: 'From Uji' }).expect(200)
    const { body } = await shop.get(`/audit-log?object=product&object_id=${product.id}`).expect(200)
    expect(body.data[0].changes).to.deep.equal([
      { field: 'name', from: 'Tea', to: 'Green tea' },
      { field: 'description', from: null, to: 'From Uji' },
    ])
    expect(body.data[1].changes, 'of the creation').to.equal(null)
    const price = (
      await shop
        .post('/prices', { product_id: product.id, unit_amount: 5_000, lookup_key: 'tea' })
        .expect(201)
    ).body.data as { id: number }
    await shop.patch(`/prices/${price.id}`, { active: false }).expect(200)
    const ofPrice = await shop.get(`/audit-log?object=price&object_id=${price.id}`).expect(200)
    expect(ofPrice.body.data[0].changes).to.deep.equal([{ field: 'active', from: true, to: false }])
  })

  it('are an empty list if a request gives the values that an object has', async () => {
    const shop = await givenMerchant()
    const product = (await shop.post('/products', { name: 'Tea' }).expect(201)).body.data as { id: number }
    await shop.patch(`/products/${product.id}`, { name: 'Tea' }).expect(200)
    const { body } = await shop.get(`/audit-log?object=product&object_id=${product.id}`).expect(200)
    expect(body.data[0].changes).to.deep.equal([])
  })

  it('name the bank account of the shop', async () => {
    const shop = await givenTransferShop()
    await shop.patch('', { payment_methods: { bank_transfer: { account_number: '5009' } } }).expect(200)
    const { body } = await shop.live.get('/audit-log?object=project').expect(200)
    expect(body.data[0].changes).to.deep.equal([
      {
        field: 'payment_methods.bank_transfer.account_number',
        from: BANK_ACCOUNT.account_number,
        to: '5009',
      },
    ])
  })

  it('never show a secret, only that it changed', () => {
    const first = { stripe: { test: STRIPE } }
    const second = { stripe: { test: { ...STRIPE, secret_key: 'sk_test_second' } } }
    expect(changedSecrets(first, first)).to.deep.equal([])
    expect(changedSecrets(first, second)).to.deep.equal(['payment_methods.stripe.test.secret_key'])
    expect(changedSecrets({}, first)).to.deep.equal([
      'payment_methods.stripe.test.secret_key',
      'payment_methods.stripe.test.webhook_secret',
    ])
  })

  it('do not hold the secret of a payment method or of an endpoint', async () => {
    const shop = await givenMerchant()
    for (const secret_key of ['sk_test_first', 'sk_test_second'])
      await shop.patch('', { payment_methods: { stripe: { test: { ...STRIPE, secret_key } } } }).expect(200)
    const url = 'http://127.0.0.1:9/'
    const hook = (await shop.post('/webhook-endpoints', { url }).expect(201)).body.data as { id: number }
    await shop.post(`/webhook-endpoints/${hook.id}/rotate-secret`).expect(200)
    const rows = await onConnection((sql) =>
      sql.rows<{ object: string; changes: string | null }>(
        "SELECT object, changes FROM audit_log WHERE project_id = ? AND object <> 'token' ORDER BY id",
        [shop.projectId],
      ),
    )
    expect(JSON.stringify(rows)).not.to.match(/sk_test_|whsec_/)
    const changes = rows.map(({ changes: text }) => JSON.parse(text ?? 'null') as { field: string }[] | null)
    const secret = { field: 'payment_methods.stripe.test.secret_key' }
    expect(changes[1]).to.deep.include(secret)
    expect(changes[2]).to.deep.equal([secret])
    expect(changes.at(-1)).to.deep.equal([{ field: 'secret' }])
  })

  it('name the role of a member, and the fields of a customer without their values', async () => {
    const shop = await givenMerchant()
    const member = ['saraa@shop.test', '--project', String(shop.projectId)]
    await tolbor('member', 'add', ...member, '--role', 'viewer')
    await tolbor('member', 'add', ...member, '--role', 'staff')
    const ofMembers = await shop.live.get('/audit-log?object=member').expect(200)
    expect(ofMembers.body.data.map((entry: { changes: unknown }) => entry.changes)).to.deep.equal([
      [{ field: 'role', from: 'viewer', to: 'staff' }],
      [{ field: 'role', from: null, to: 'viewer' }],
    ])
    const id = await givenCustomer(shop, { email: 'private@example.com', name: 'Private' })
    await shop.patch(`/customers/${id}`, { email: 'other@example.com', name: 'Private' }).expect(200)
    const ofCustomer = await shop.get(`/audit-log?object=customer&object_id=${id}`).expect(200)
    expect(ofCustomer.body.data[0].changes).to.deep.equal([{ field: 'email' }])
    expect(JSON.stringify(ofCustomer.body)).not.to.include('example.com')
  })
})
