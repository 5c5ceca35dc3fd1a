import { expect } from 'chai'
import { Refusal } from '../../common/kit/refusal.ts'
import { lockCheckout } from '../../common/services/checkouts/lock.ts'
import { lockCustomer } from '../../common/services/customers/lock.ts'
import { lockInvoice } from '../../common/services/invoices/lock.ts'
import { lockPaymentLink } from '../../common/services/payment-links/find.ts'
import { lockPayment } from '../../common/services/payments/lock.ts'
import { cachedProject } from '../../common/services/projects/cache.ts'
import type { Scope } from '../../common/services/projects/project.ts'
import { lockPromotionCode } from '../../common/services/promotion-codes/find.ts'
import { lockSubscription, lockSubscriptionRow } from '../../common/services/subscriptions/lock.ts'
import { lockClock } from '../../common/services/test-clocks/find.ts'
import { lockEndpoint } from '../../common/services/webhooks/endpoints/find.ts'
import { onConnection } from '../../db/sql.ts'
import type { ModelTx } from '../../db/transaction.ts'
import { atomically } from '../../worker/atomically.ts'
import { type Club, givenJune } from '../support/given/club.ts'
import { givenMerchant } from '../support/given/merchant.ts'

type Lock = (tx: ModelTx, scope: Scope, id: number) => Promise<unknown>

/** Creates one object of each kind in test mode; returns its lock function and id by kind. */
async function givenObjects(club: Club): Promise<Record<string, [Lock, number]>> {
  const { id: subscription } = await club.buy('basic')
  const create = async (path: string, body: object) =>
    (await club.shop.post(path, body).expect(201)).body.data.id
  const newest = (table: string) =>
    onConnection((sql) =>
      sql.row<{ id: number }>(`SELECT MAX(id) AS id FROM ${table} WHERE project_id = ?`, [
        club.shop.projectId,
      ]),
    ).then((row) => row!.id)
  return {
    checkout: [lockCheckout, await newest('checkouts')],
    payment: [lockPayment, await newest('payments')],
    invoice: [lockInvoice, await create('/invoices', { amount: 1_000 })],
    subscription: [lockSubscription, subscription],
    'subscription row': [lockSubscriptionRow, subscription],
    'promotion code': [
      lockPromotionCode,
      await create('/promotion-codes', { code: 'SPRING', type: 'order_total', percent_off: 10 }),
    ],
    'payment link': [
      lockPaymentLink,
      await create('/payment-links', {
        items: [{ price_data: { unit_amount: 500, product_data: { name: 'Tea' } }, quantity: 1 }],
      }),
    ],
    'webhook endpoint': [
      lockEndpoint,
      await create('/webhook-endpoints', { url: 'https://example.com/hooks' }),
    ],
    'test clock': [lockClock, await create('/test-clocks', { frozen_time: '2026-06-01T00:00:00Z' })],
  }
}

async function outcome(lock: Lock, scope: Scope, id: number): Promise<string> {
  try {
    await atomically((tx) => lock(tx, scope, id))
    return 'locked'
  } catch (error) {
    if (error instanceof Refusal) return `${error.status} ${error.code}`
    throw error
  }
}

describe('a lock', () => {
  let own: Scope
  let foreign: Scope
  let club: Club

  before(async () => {
    club = await givenJune()
    own = { project: (await cachedProject(club.shop.projectId))!, isTest: true }
    foreign = { project: (await cachedProject((await givenMerchant()).projectId))!, isTest: true }
  })

  it('refuses an object of another project or mode', async () => {
    for (const [name, [lock, id]] of Object.entries(await givenObjects(club))) {
      expect(await outcome(lock, own, id), name).to.equal('locked')
      expect(await outcome(lock, { ...own, isTest: false }, id), name).to.equal('404 not_found')
      expect(await outcome(lock, foreign, id), name).to.equal('404 not_found')
      expect(await outcome(lock, own, 999_999_999), name).to.equal('404 not_found')
    }
  })

  it('returns whether a customer exists and is not erased', async () => {
    const { body } = await club.shop.post('/customers', { email: 'bold@example.com' }).expect(201)
    const { id } = body.data as { id: number }
    const exists = (scope: Scope) => atomically((tx) => lockCustomer(tx, scope, id))
    expect(await exists(own)).to.equal(true)
    expect(await exists({ ...own, isTest: false })).to.equal(false)
    expect(await exists(foreign)).to.equal(false)
    await club.shop.delete(`/customers/${id}`).expect(200)
    expect(await exists(own)).to.equal(false)
  })
})
