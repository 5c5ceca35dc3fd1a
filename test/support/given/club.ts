import type { CheckoutObject } from '../../../common/domain/checkouts/object.ts'
import type { SubscriptionObject } from '../../../common/domain/subscriptions/object.ts'
import { Submission } from '../../../common/kit/submission.ts'
import { atomically } from '../../../common/runtime/atomically.ts'
import { setClock } from '../../../common/runtime/clock.ts'
import { saveCustomer } from '../../../common/services/customers/save.ts'
import { createPrice } from '../../../common/services/prices/create.ts'
import { createProduct } from '../../../common/services/products/create.ts'
import type { ProjectInput } from '../../../common/services/projects/create.ts'
import { getProject } from '../../../common/services/projects/find.ts'
import type { ProjectChanges } from '../../../common/services/projects/update.ts'
import { onConnection } from '../../../db/sql.ts'
import { Customer } from '../customer.ts'
import { travelTo } from '../due.ts'
import { eventsOf, paymentsOf } from '../stored.ts'
import { givenMerchant, type Merchant, TRANSFERS } from './merchant.ts'

export interface Plan {
  lookup_key: string
  unit_amount?: number
  recurring_interval?: 'month' | 'year'
  recurring_interval_count?: number
  /** Whether this is a price of the merchant's second product, not of the first. */
  other?: boolean
}

export const BASIC = { lookup_key: 'basic', unit_amount: 30_000, recurring_interval: 'month' } as const

/** Creates a merchant in Ulaanbaatar with a product, its prices, and a customer. `changes` are the merchant's settings. */
export async function givenClub(
  plans: Plan[] = [BASIC],
  product: { grace_period_days?: number } = {},
  settings: Partial<ProjectInput> = {},
  changes: ProjectChanges = {},
): Promise<Club> {
  const shop = await givenMerchant({ timezone: 'Asia/Ulaanbaatar', ...settings }, changes)
  const { productId, otherId, customerId } = await atomically(async (tx) => {
    const scope = { project: await getProject(tx.sql, shop.projectId), isTest: true }
    const make = async (name: string) => (await createProduct(tx, scope, { name, ...product })).id
    const productId = await make('Club')
    const otherId = plans.some(({ other }) => other) ? await make('Gym') : productId
    for (const { other, ...plan } of plans) {
      const terms = { unit_amount: 30_000, recurring_interval: 'month' as const, ...plan }
      const price = { product_id: other ? otherId : productId, ...terms }
      await createPrice(tx, scope, new Submission(price))
    }
    const { customer } = await saveCustomer(tx, scope, new Submission({ email: 'bat@example.com' }))
    return { productId, otherId, customerId: customer.id }
  })
  return new Club(shop, productId, otherId, customerId)
}

/**
 * Creates a merchant in UTC on 1 June 2026 who accepts bank transfers, with two prices of one product and one of
 * another. A month that begins then ends on 1 July at 23:59:59.
 */
export async function givenJune(
  product: { grace_period_days?: number } = {},
  more: Plan[] = [],
  own: Partial<ProjectInput> = {},
): Promise<Club> {
  at('2026-06-01T00:00:00Z')
  const gold = { lookup_key: 'gold', unit_amount: 90_000 }
  const gym = { lookup_key: 'gym', unit_amount: 60_000, other: true }
  return givenClub([BASIC, gold, gym, ...more], product, { timezone: 'UTC', ...own }, TRANSFERS)
}

export async function newCustomer(shop: Merchant, email: string): Promise<number> {
  return (await shop.post('/customers', { email }).expect(201)).body.data.id as number
}

/** Sets the clock of this process to `time`. */
export function at(time: string): void {
  setClock(() => new Date(time))
}

export interface Opened {
  id: number
  customer: Customer
}

/** A merchant who sells subscriptions, and one of the merchant's customers. */
export class Club {
  readonly shop: Merchant
  readonly productId: number
  readonly otherId: number
  readonly customerId: number

  constructor(shop: Merchant, productId: number, otherId: number, customerId: number) {
    this.shop = shop
    this.productId = productId
    this.otherId = otherId
    this.customerId = customerId
  }

  /** Returns the same merchant with a new customer. */
  async another(email = 'dorj@example.com'): Promise<Club> {
    return new Club(this.shop, this.productId, this.otherId, await newCustomer(this.shop, email))
  }

  /** Tries to open a checkout for a price. Returns the response. */
  open(price: string, more: object = {}, quantity = 1) {
    return this.shop.post('/checkouts', {
      items: [{ price, quantity }],
      customer_id: this.customerId,
      ...more,
    })
  }

  /** Opens a checkout for a price, with the customer on its page. Throws if it is refused. */
  async opened(price: string, more: object = {}, quantity = 1): Promise<Opened> {
    const { body, status } = await this.open(price, more, quantity)
    if (status !== 201) throw new Error(`The checkout was refused: ${JSON.stringify(body)}`)
    const { id, url } = body.data as { id: number; url: string }
    return { id, customer: new Customer(url) }
  }

  /** Tries to open a checkout. Returns the refusal: status, code, and the invalid fields. */
  async refused(price: string, more: object = {}, quantity = 1): Promise<string> {
    return refusal(await this.open(price, more, quantity))
  }

  /** Opens a checkout for a price and pays it now. Returns its subscription. */
  async buy(price: string, more: object = {}, quantity = 1): Promise<SubscriptionObject> {
    const { id, customer } = await this.opened(price, more, quantity)
    await customer.pay()
    const paid = await this.checkout(id)
    if (paid.status !== 'complete') throw new Error(`The checkout was not paid: ${JSON.stringify(paid)}`)
    return this.subscription(paid.subscription_id!)
  }

  /** Starts a transfer for an open checkout and reports it. Returns the payment's id. */
  async report({ id, customer }: Opened): Promise<number> {
    await customer.pay({ payment_method: 'bank_transfer' })
    await customer.press('claim_transfer')
    return (await paymentsOf(id)).at(-1)!.id
  }

  decide(paymentId: number, verb: 'confirm' | 'reject') {
    return this.shop.post(`/payments/${paymentId}/${verb}`).expect(200)
  }

  async trial(price: string, days: number): Promise<SubscriptionObject> {
    const body = { customer_id: this.customerId, price, trial_days: days }
    return (await this.shop.post('/subscriptions', body).expect(201)).body.data
  }

  cancel(id: number, mode?: string) {
    return this.shop.post(`/subscriptions/${id}/cancel`, mode === undefined ? {} : { mode })
  }

  resume(id: number) {
    return this.shop.post(`/subscriptions/${id}/resume`)
  }

  schedule(id: number, price: string | null) {
    return this.shop.post(`/subscriptions/${id}/schedule-change`, { price })
  }

  travel(time: string): Promise<void> {
    return travelTo(this.shop.projectId, new Date(time))
  }

  async subscription(id: number): Promise<SubscriptionObject> {
    return (await this.shop.get(`/subscriptions/${id}`).expect(200)).body.data
  }

  async checkout(id: number): Promise<CheckoutObject> {
    return (await this.shop.get(`/checkouts/${id}`).expect(200)).body.data
  }

  /** Returns the state of a subscription: status, price, current period, then anything unusual. */
  async stands(id: number): Promise<string> {
    return brief(await this.subscription(id))
  }

  /** Returns the kinds of all emails written for this merchant, except receipts, oldest first. */
  async letters(): Promise<string[]> {
    const rows = await onConnection((sql) =>
      sql.rows<{ kind: string }>(
        "SELECT kind FROM emails WHERE project_id = ? AND kind <> 'receipt' ORDER BY id",
        [this.shop.projectId],
      ),
    )
    return rows.map(({ kind }) => kind.replace('subscription_', '').replace('renewal_', ''))
  }
}

export function refusal({ status, body }: { status: number; body: unknown }): string {
  const { code, errors = {} } = body as { code?: string; errors?: object }
  return [status, code, ...Object.keys(errors)].join(' ')
}

export function brief(subscription: SubscriptionObject): string {
  const { status, price, canceled_at: canceled, cancellation_reason: reason } = subscription
  const minute = (time: string) => time.slice(0, 16)
  const from = minute(subscription.current_period_start)
  const until = minute(subscription.current_period_end)
  const parts = [`${status} ${price.lookup_key ?? ''} ${from}…${until}`]
  if (canceled) parts.push(`canceled ${minute(canceled)}`)
  if (reason) parts.push(reason)
  if (subscription.ended_at) parts.push(`ended ${minute(subscription.ended_at)}`)
  if (subscription.scheduled_price_id) parts.push('scheduled')
  return parts.join(', ')
}

/** Returns the types of all events about a subscription, without their prefix, oldest first. */
export async function told(id: number): Promise<string> {
  return (await eventsOf('subscription', id)).map((type) => type.replace('subscription.', '')).join(' ')
}
