import { expect } from 'chai'
import { givenMerchant } from '../support/given/merchant.ts'

describe('a product', () => {
  it('is created with defaults and retrieved as it was returned', async () => {
    const shop = await givenMerchant()
    const { status, body } = await shop.post('/products', { name: ' Tea ' })
    expect(status).to.equal(201)
    expect(body.data).to.include({
      name: 'Tea',
      description: null,
      image_url: null,
      client_reference_id: null,
      grace_period_days: 0,
      active: true,
      is_test: true,
    })
    expect(body.data.metadata).to.deep.equal({})
    expect((await shop.get(`/products/${body.data.id}`)).body).to.deep.equal(body)
  })

  it('keeps the fields that a change does not name, and clears a field with null', async () => {
    const shop = await givenMerchant()
    const given = { name: 'Tea', description: 'Two\nlines', grace_period_days: 3, metadata: { a: '1' } }
    const { id } = (await shop.post('/products', given)).body.data
    const renamed = await shop.patch(`/products/${id}`, { name: 'Green tea', active: false })
    expect(renamed.status).to.equal(200)
    expect(renamed.body.data).to.include({ name: 'Green tea', description: 'Two\nlines', active: false })
    const cleared = await shop.patch(`/products/${id}`, { description: null, metadata: { b: '2' } })
    expect(cleared.body.data).to.include({ description: null, grace_period_days: 3 })
    expect(cleared.body.data.metadata).to.deep.equal({ b: '2' })
    expect((await shop.patch(`/products/${id}`, { metadata: null })).body.data.metadata).to.deep.equal({})
  })

  it('reports everything that is wrong with the body at once', async () => {
    const shop = await givenMerchant()
    const { status, body } = await shop.post('/products', {
      name: 'x'.repeat(256),
      grace_period_days: 91,
      active: 'yes',
      image_url: 'ftp://x.mn/a.png',
      metadata: { ['k'.repeat(41)]: 'v', n: 1 },
      price: 5,
    })
    expect(status).to.equal(422)
    expect(body.code).to.equal('validation_failed')
    expect(body.errors).to.have.all.keys(
      'name',
      'grace_period_days',
      'active',
      'image_url',
      `metadata.${'k'.repeat(41)}`,
      'metadata.n',
      'price',
    )
    expect(body.errors[`metadata.${'k'.repeat(41)}`][0]).to.match(/^A key of metadata has 1 to 40 characters/)
  })

  it('measures its name in code points', async () => {
    const shop = await givenMerchant()
    const name = '🍵'.repeat(255)
    expect((await shop.post('/products', { name })).body.data.name).to.equal(name)
    expect((await shop.post('/products', { name: name + '!' })).status).to.equal(422)
  })

  it('rejects a change that removes its name', async () => {
    const shop = await givenMerchant()
    const { id } = (await shop.post('/products', { name: 'Tea' })).body.data
    const { status, body } = await shop.patch(`/products/${id}`, { name: null })
    expect(status).to.equal(422)
    expect(body.errors).to.have.all.keys('name')
  })

  it('is found only in its own project and mode', async () => {
    const [shop, other] = [await givenMerchant(), await givenMerchant()]
    const { id } = (await shop.post('/products', { name: 'Tea' })).body.data
    for (const stranger of [shop.live, other]) {
      expect((await stranger.get(`/products/${id}`)).status).to.equal(404)
      expect((await stranger.patch(`/products/${id}`, { colour: 1 })).status, 'before its body').to.equal(404)
      expect((await stranger.get('/products')).body.meta.total).to.equal(0)
    }
  })
})

describe('the list of products', () => {
  it('lists the newest first, 25 a page, with links that keep its filters', async () => {
    const shop = await givenMerchant()
    const ids: number[] = []
    for (let n = 0; n < 60; n += 1) {
      const body = { name: `Tea ${n}`, active: n % 2 === 0 || n < 5 }
      const { id, active } = (await shop.post('/products', body)).body.data
      if (active) ids.unshift(id)
    }
    const list = async (page: number) => shop.get(`/products?active=true&page=${page}`)
    const [first, last, past] = [await list(1), await list(2), await list(9)]
    expect(first.body.data.map((product: { id: number }) => product.id)).to.deep.equal(ids.slice(0, 25))
    expect(last.body.data.map((product: { id: number }) => product.id)).to.deep.equal(ids.slice(25))
    expect(first.body.meta).to.deep.equal({ current_page: 1, last_page: 2, per_page: 25, total: 32 })
    const base = `http://127.0.0.1:3000/v1/projects/${shop.projectId}/products`
    expect(first.headers.link).to.equal(`<${base}?active=true&page=2>; rel="next"`)
    expect(last.headers.link).to.equal(`<${base}?active=true&page=1>; rel="prev"`)
    expect(past.body).to.deep.equal({
      data: [],
      meta: { current_page: 9, last_page: 2, per_page: 25, total: 32 },
    })
  })

  for (const page of ['0', '-1', '1.5', 'x', '01', '1e3', '1&page=2', '9999999999999999']) {
    it(`rejects page=${page}`, async () => {
      const shop = await givenMerchant()
      const { status, body } = await shop.get(`/products?page=${page}`)
      expect(status).to.equal(422)
      expect(body.errors).to.have.all.keys('page')
    })
  }
})
