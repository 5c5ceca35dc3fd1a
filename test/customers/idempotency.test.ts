import { expect } from 'chai'
import { givenMerchant, type Merchant } from '../support/given/merchant.ts'

const post = (shop: Merchant, key: string, body: unknown) =>
  shop.post('/customers', body).set('Idempotency-Key', key)

describe('an Idempotency-Key', () => {
  it('creates one customer for 50 concurrent requests, with identical responses', async () => {
    const shop = await givenMerchant()
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => post(shop, 'k', { email: 'bat@x.mn' })),
    )
    expect(new Set(answers.map(({ text }) => text)).size).to.equal(1)
    expect(new Set(answers.map(({ status }) => status))).to.deep.equal(new Set([201]))
    const first = answers.filter(({ headers }) => headers['idempotent-replayed'] === undefined)
    const replayed = answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true')
    expect([first.length, replayed.length]).to.deep.equal([1, 49])
    expect((await shop.get('/customers')).body.meta.total).to.equal(1)
  })

  it('returns the first response again, even if the object has changed', async () => {
    const shop = await givenMerchant()
    const first = await post(shop, 'k', { email: 'bat@x.mn' })
    await shop.patch(`/customers/${first.body.data.id}`, { name: 'Bat' })
    const again = await post(shop, 'k', { email: 'bat@x.mn' })
    expect([again.status, again.text]).to.deep.equal([201, first.text])
  })

  it('cannot be used for another body, path or project', async () => {
    const shop = await givenMerchant()
    await post(shop, 'k', { email: 'bat@x.mn' })
    for (const answer of [
      await post(shop, 'k', { email: 'other@x.mn' }),
      await shop.post('/products', { name: 'Tea' }).set('Idempotency-Key', 'k'),
    ]) {
      expect([answer.status, answer.body.code]).to.deep.equal([422, 'idempotency_key_reused'])
      expect(answer.body.errors).to.have.all.keys('Idempotency-Key')
    }
    for (const stranger of [shop.live, await givenMerchant()])
      expect((await post(stranger, 'k', { email: 'bat@x.mn' })).headers).not.to.have.property(
        'idempotent-replayed',
      )
  })

  it('is not used up by a request that failed', async () => {
    const shop = await givenMerchant()
    expect((await post(shop, 'k', { email: 'invalid' })).status).to.equal(422)
    expect((await post(shop, 'k', { email: 'bat@x.mn' })).status).to.equal(201)
  })

  it('has at most 255 characters, and is validated together with the body', async () => {
    const shop = await givenMerchant()
    const { status, body } = await post(shop, 'k'.repeat(256), { email: 'invalid' })
    expect(status).to.equal(422)
    expect(body.errors).to.have.all.keys('Idempotency-Key', 'email')
    expect((await post(shop, 'k'.repeat(255), { email: 'bat@x.mn' })).status).to.equal(201)
  })
})
