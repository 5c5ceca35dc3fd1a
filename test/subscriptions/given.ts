import { Customer } from '../support/customer.ts'
import { givenMerchant } from '../support/given.ts'
import type { Merchant } from '../support/given.ts'
import type { ProjectInput } from '../../common/projects/create-project.ts'

export interface Plan {
  lookup_key: string
  unit_amount?: number
  recurring_interval?: 'month' | 'year'
  recurring_interval_count?: number
}

export const BASIC = { lookup_key: 'basic', unit_amount: 30_000, recurring_interval: 'month' } as const

/** A merchant in Ulaanbaatar with a product, its prices, and a customer. */
export async function givenClub(
  plans: Plan[] = [BASIC],
  product: { grace_period_days?: number } = {},
  settings: Partial<ProjectInput> = {},
): Promise<Club> {
  const shop = await givenMerchant({ timezone: 'Asia/Ulaanbaatar', ...settings })
  const { body: made } = await shop.post('/products', { name: 'Club', ...product }).expect(201)
  for (const plan of plans) {
    const price = { product_id: made.data.id, unit_amount: 30_000, recurring_interval: 'month', ...plan }
    await shop.post('/prices', price).expect(201)
  }
  const { body: customer } = await shop.post('/customers', { email: 'bat@example.com' }).expect(201)
  return new Club(shop, made.data.id as number, customer.data.id as number)
}

/** A merchant who sells by subscription, and one customer of theirs. */
export class Club {
  readonly shop: Merchant
  readonly productId: number
  readonly customerId: number

  constructor(shop: Merchant, productId: number, customerId: number) {
    this.shop = shop
    this.productId = productId
    this.customerId = customerId
  }

  /** Opens a checkout for a price; answers the response whole. */
  open(price: string, more: object = {}, quantity = 1) {
    return this.shop.post('/checkouts', {
      items: [{ price, quantity }],
      customer_id: this.customerId,
      ...more,
    })
  }

  /** Opens a checkout for a price and pays it now; answers the subscription it was for. */
  async buy(price: string, more: object = {}, quantity = 1): Promise<Record<string, any>> {
    const { body, status } = await this.open(price, more, quantity)
    if (status !== 201) throw new Error(`not opened: ${JSON.stringify(body)}`)
    const { id, url } = body.data as { id: number; url: string }
    await new Customer(url).pay()
    const { body: paid } = await this.shop.get(`/checkouts/${id}`)
    if (paid.data.status !== 'complete') throw new Error(`not paid: ${JSON.stringify(paid.data)}`)
    return this.subscription(paid.data.subscription_id as number)
  }

  async subscription(id: number): Promise<Record<string, any>> {
    return (await this.shop.get(`/subscriptions/${id}`).expect(200)).body.data
  }
}
