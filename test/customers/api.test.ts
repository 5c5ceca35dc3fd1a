import { expect } from 'chai'
import { customerProperties } from '../../common/domain/customers/object.ts'
import { givenMerchant } from '../support/given/merchant.ts'

describe('a customer', () => {
  it("is created, and found by id and by the merchant's reference", async () => {
    const shop = await givenMerchant()
    const { status, body } = await shop.post('/customers', {
      name: 'Бат',
      email: 'Bat@Example.com',
      phone: '9911 2233',
      client_reference_id: 'user 7/ä?',
      metadata: { tier: 'gold' },
    })
    expect(status).to.equal(201)
    expect(body.data).to.deep.include({
      project_id: shop.projectId,
      name: 'Бат',
      email: 'Bat@Example.com',
      phone: '+97699112233',
      client_reference_id: 'user 7/ä?',
      metadata: { tier: 'gold' },
      is_test: true,
      subscriptions: [],
    })
    expect(body.data).to.have.keys(Object.keys(customerProperties))
    expect((await shop.get(`/customers/${body.data.id}`)).body).to.deep.equal(body)
    const reference = encodeURIComponent('user 7/ä?')
    expect((await shop.get(`/customers/by-client-reference-id/${reference}`)).body).to.deep.equal(body)
  })

  it('needs an email address, a phone number or a reference', async () => {
    const shop = await givenMerchant()
    const { status, body } = await shop.post('/customers', { name: 'Bat', email: ' ', phone: null })
    expect(status).to.equal(422)
    expect(body.message).to.equal('Pass one of email, phone, client_reference_id.')
  })

  it('is upserted by reference, and keeps the fields that are absent', async () => {
    const shop = await givenMerchant()
    const first = await shop.post('/customers', { client_reference_id: 'u1', name: 'Bat', email: 'a@x.mn' })
    const again = await shop.post('/customers', { client_reference_id: 'u1', name: null, email: 'b@x.mn' })
    expect([first.status, again.status]).to.deep.equal([201, 200])
    expect(again.body.data).to.include({ id: first.body.data.id, name: 'Bat', email: 'b@x.mn' })
    const other = await shop.live.post('/customers', { client_reference_id: 'u1' })
    expect(other.status, 'another mode').to.equal(201)
  })

  it('is another one for each call without a reference, even with the same email address', async () => {
    const shop = await givenMerchant()
    const email = 'a@x.mn'
    const [first, again] = [
      await shop.post('/customers', { email }),
      await shop.post('/customers', { email }),
    ]
    expect([first.status, again.status]).to.deep.equal([201, 201])
    expect(again.body.data.id).to.not.equal(first.body.data.id)
  })

  it('is created once by 50 concurrent upserts', async () => {
    const shop = await givenMerchant()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        shop.post('/customers', { client_reference_id: 'u1', email: `a${n}@x.mn` }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([...Array<number>(49).fill(200), 201])
    expect(new Set(answers.map(({ body }) => body.data.id)).size).to.equal(1)
    expect((await shop.get('/customers')).body.meta.total).to.equal(1)
  })

  it('is found by a reference compared byte for byte', async () => {
    const shop = await givenMerchant()
    for (const reference of ['abc', 'ABC', 'äbc', '100%', 'a/b']) {
      expect((await shop.post('/customers', { client_reference_id: reference })).status).to.equal(201)
      const path = `/customers/by-client-reference-id/${encodeURIComponent(reference)}`
      expect((await shop.get(path)).body.data.client_reference_id).to.equal(reference)
    }
    for (const reference of ['Abc', 'àbc', '100', 'a%2Fb', '\0abc', 'x'.repeat(3_000)]) {
      const path = `/customers/by-client-reference-id/${encodeURIComponent(reference)}`
      expect((await shop.get(path)).status, reference.slice(0, 9)).to.equal(404)
    }
  })

  const phones: [given: string, country: string, phone: string | null][] = [
    ['+976 9911-2233', 'US', '+97699112233'],
    ['(201) 555-0123', 'US', '+12015550123'],
    ['020 7946 0018', 'GB', '+442079460018'],
    ['12', 'MN', null],
    ['call 99112233 now', 'MN', null],
    ['+999 123', 'MN', null],
    ['абв', 'MN', null],
  ]
  for (const [given, country, phone] of phones) {
    it(`${phone ? `has the phone ${phone}` : 'is rejected'} with the phone ${given} in ${country}`, async () => {
      const shop = await givenMerchant({ country })
      const { status, body } = await shop.post('/customers', { phone: given })
      expect(status).to.equal(phone === null ? 422 : 201)
      if (phone === null) expect(body.errors).to.have.all.keys('phone')
      else expect(body.data.phone).to.equal(phone)
    })
  }

  it('is rejected with all its problems at once', async () => {
    const shop = await givenMerchant()
    const { status, body } = await shop.post('/customers', {
      name: 'a\u0007',
      email: 'invalid',
      phone: '1',
      client_reference_id: 7,
      mail: 'x',
      metadata: { a: 1 },
    })
    expect(status).to.equal(422)
    expect(body.errors).to.have.all.keys(
      'name',
      'email',
      'phone',
      'client_reference_id',
      'mail',
      'metadata.a',
    )
  })
})

describe('an update of a customer', () => {
  it('keeps absent fields, and clears a field by null unless it is the last contact', async () => {
    const shop = await givenMerchant()
    const given = { name: 'Bat', email: 'a@x.mn', phone: '99112233' }
    const { id } = (await shop.post('/customers', given)).body.data
    const changed = await shop.patch(`/customers/${id}`, { phone: null, name: 'Dorj' })
    expect(changed.status).to.equal(200)
    expect(changed.body.data).to.include({ name: 'Dorj', email: 'a@x.mn', phone: null })
    const rejected = await shop.patch(`/customers/${id}`, { email: null })
    expect(rejected.status).to.equal(422)
    expect(rejected.body.errors).to.have.all.keys('email')
    const moved = await shop.patch(`/customers/${id}`, { email: null, client_reference_id: 'u1' })
    expect(moved.body.data).to.include({ email: null, client_reference_id: 'u1' })
  })

  it('rejects the reference of another customer together with other problems, and changes nothing', async () => {
    const shop = await givenMerchant()
    await shop.post('/customers', { client_reference_id: 'taken' })
    const { id } = (await shop.post('/customers', { email: 'a@x.mn' })).body.data
    const answer = await shop.patch(`/customers/${id}`, {
      client_reference_id: 'taken',
      phone: 'x',
      email: 'b@x.mn',
      id: 4,
    })
    expect(answer.status).to.equal(422)
    expect(answer.body.errors).to.have.all.keys('client_reference_id', 'phone', 'id')
    expect((await shop.get(`/customers/${id}`)).body.data.email).to.equal('a@x.mn')
  })

  it('returns 404 for a missing customer before it validates the body', async () => {
    const shop = await givenMerchant()
    for (const id of ['987654', '0', 'x', '1e3', '-1', '99999999999999999999'])
      expect((await shop.patch(`/customers/${id}`, { email: 'invalid' })).status, id).to.equal(404)
  })
})

describe('the list of customers', () => {
  it('finds an email address case-insensitively, newest first', async () => {
    const shop = await givenMerchant()
    const ids: number[] = []
    for (const email of ['Bat@x.mn', 'other@x.mn', 'bat@X.MN'])
      ids.push((await shop.post('/customers', { email })).body.data.id)
    const { body } = await shop.get(`/customers?email=${encodeURIComponent('BAT@x.mn')}`)
    expect(body.data.map(({ id }: { id: number }) => id)).to.deep.equal([ids[2], ids[0]])
    expect(body.meta.total).to.equal(2)
    expect((await shop.get('/customers?email=bat')).body.errors).to.have.all.keys('email')
    expect((await shop.live.get('/customers')).body.data).to.deep.equal([])
  })
})
