import { expect } from 'chai'
import type { Response } from 'supertest'
import { onConnection } from '../../db/sql.ts'
import { type Club, givenJune } from '../support/given/club.ts'
import { tea } from '../support/given/merchant.ts'
import { givenClock } from '../support/given/test-clock.ts'
import { linedUp } from '../support/line-up.ts'

/** Requests that write an object of a customer, and fields of that object after the erasure. */
const WRITES: [what: string, path: string, body: (club: Club) => object, left: object][] = [
  [
    'an order',
    '/checkouts',
    ({ customerId }) => ({ ...tea(), customer_id: customerId }),
    { status: 'expired' },
  ],
  [
    'an order with a known email address',
    '/checkouts',
    () => ({ ...tea(), customer_email: 'bat@example.com' }),
    { status: 'expired', customer_email: null },
  ],
  [
    'a plan',
    '/checkouts',
    ({ customerId }) => ({ items: [{ price: 'basic', quantity: 1 }], customer_id: customerId }),
    { status: 'expired' },
  ],
  [
    'an invoice',
    '/invoices',
    ({ customerId }) => ({ amount: 500, customer_id: customerId }),
    { status: 'open', customer_email: null },
  ],
]

/** Returns the rows of a shop that may contain the email address, as JSON. */
async function dump({ shop }: Club): Promise<string> {
  const tables = ['customers', 'checkouts', 'invoices', 'payments', 'emails', 'events']
  const rows = await onConnection((sql) =>
    Promise.all(
      tables.map((table) => sql.rows(`SELECT * FROM ${table} WHERE project_id = ?`, [shop.projectId])),
    ),
  )
  return JSON.stringify(rows)
}

const erase = ({ shop, customerId }: Club) => shop.delete(`/customers/${customerId}`)

describe('a write for a customer during their erasure', () => {
  for (const [what, path, body, left] of WRITES) {
    it(`is refused or gets another customer after the erasure: ${what}`, async () => {
      const club = await givenJune()
      const [erased, written] = await linedUp<Response>(
        club.customerId,
        () => erase(club),
        () => club.shop.post(path, body(club)),
      )
      expect(erased!.status).to.equal(200)
      if (written!.status === 422) expect(written!.body.code).to.equal('customer_not_found')
      else {
        const { body: found } = await club.shop.get(`${path}/${written!.body.data.id}`).expect(200)
        expect(found.data.customer_id).to.not.equal(club.customerId)
      }
    })

    it(`is erased too if it comes first: ${what}`, async () => {
      const club = await givenJune()
      const [written, erased] = await linedUp<Response>(
        club.customerId,
        () => club.shop.post(path, body(club)),
        () => erase(club),
      )
      expect([written!.status, erased!.status]).to.deep.equal([201, 200])
      const { body: found } = await club.shop.get(`${path}/${written!.body.data.id}`).expect(200)
      expect(found.data).to.include(left)
      expect(await dump(club)).to.not.include('bat@example.com')
    })
  }

  it('starts no trial after the erasure', async () => {
    const club = await givenJune()
    const trial = { customer_id: club.customerId, price: 'basic', trial_days: 5 }
    const [erased, begun] = await linedUp<Response>(
      club.customerId,
      () => erase(club),
      () => club.shop.post('/subscriptions', trial),
    )
    expect([erased!.status, begun!.status, begun!.body.code]).to.deep.equal([200, 422, 'customer_not_found'])
  })

  it('prevents the erasure if it has started a trial', async () => {
    const club = await givenJune()
    const trial = { customer_id: club.customerId, price: 'basic', trial_days: 5 }
    const [begun, erased] = await linedUp<Response>(
      club.customerId,
      () => club.shop.post('/subscriptions', trial),
      () => erase(club),
    )
    expect([begun!.status, erased!.status, erased!.body.code]).to.deep.equal([
      ...[201, 409, 'customer_has_subscription'],
    ])
  })

  it('creates no portal link after the erasure', async () => {
    const club = await givenJune()
    const [erased, link] = await linedUp<Response>(
      club.customerId,
      () => erase(club),
      () => club.shop.post('/billing-portal/sessions', { customer_id: club.customerId }),
    )
    expect([erased!.status, link!.status, link!.body.code]).to.deep.equal([200, 422, 'customer_not_found'])
  })

  it('creates no order on a test clock after the erasure', async () => {
    const club = await givenJune()
    const clock = await givenClock(club.shop, '2026-01-12T04:00:00Z')
    const { id } = await clock.givenCustomer()
    const [erased, written] = await linedUp<Response>(
      id,
      () => club.shop.delete(`/customers/${id}`),
      () => club.shop.post('/checkouts', { ...tea(), customer_id: id }),
    )
    expect([erased!.status, written!.status, written!.body.code]).to.deep.equal([
      ...[200, 422, 'customer_not_found'],
    ])
  })

  it('does not wait for another write: 20 orders at once succeed', async () => {
    const club = await givenJune()
    const order = { ...tea(), customer_id: club.customerId }
    const answers = await Promise.all(Array.from({ length: 20 }, () => club.shop.post('/checkouts', order)))
    expect(new Set(answers.map(({ status }) => status))).to.deep.equal(new Set([201]))
  })
})
