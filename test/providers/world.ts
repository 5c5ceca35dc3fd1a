import { DAY, HOUR, later, MINUTE } from '../../common/kit/time.ts'
import type { Random } from '../money/random.ts'
import { Customer } from '../support/customer.ts'
import { type Merchant, tea } from '../support/given/merchant.ts'
import { rows } from './rows.ts'

/** What is paid for, and somebody on its page. */
export interface Order {
  type: 'checkout' | 'invoice'
  id: number
  customer: Customer
}

/** What somebody does: how often of all that is done, its name, and how. */
export type Step = [weight: number, name: string, take: () => Promise<unknown>]

/** What is sold, and what a merchant does about it beside payments. */
export interface World {
  orders: Order[]
  steps: readonly Step[]
  /** How far time goes on at once, in milliseconds. */
  passes: readonly number[]
  /** How often somebody pays by a provider without a detour, of all that is done, and how much is done at least. */
  pays: number
  least: number
}

export interface Given {
  shop: Merchant
  random: Random
  time: Date
  /** Somebody on a test clock, who buys. */
  customerId: number | null
  tell: (line: string) => void
}

const ADJUSTABLE = { enabled: true, min: 1, max: 9 }
/** Long enough to be paid at a provider, and over while that is under way. */
const SOON_OVER = [31 * MINUTE, 2 * HOUR]

/** One order of something that is sold once; some of them are soon over. */
async function goods({ shop, random, time, customerId }: Given): Promise<World> {
  const lasts = random.chance(0.3) ? random.of(SOON_OVER)! : null
  const order = {
    items: [{ ...tea().items[0], adjustable_quantity: ADJUSTABLE }],
    allow_promotion_codes: true,
    ...(customerId !== null && { customer_id: customerId }),
    ...(lasts !== null && { expires_at: later(time, lasts).toISOString() }),
  }
  const { body } = await shop.post('/checkouts', order).expect(201)
  return { orders: [ordered('checkout', body.data)], steps: [], passes: [DAY], pays: 1, least: 4 }
}

/** An invoice, which has no end but the merchant's word. */
async function invoices({ shop, customerId }: Given): Promise<World> {
  const invoice = { amount: 25_000, ...(customerId !== null && { customer_id: customerId }) }
  const { body } = await shop.post('/invoices', invoice).expect(201)
  return { orders: [ordered('invoice', body.data)], steps: [], passes: [DAY], pays: 1, least: 4 }
}

const PLANS = ['basic', 'basic', 'gold', 'pool']

/** A customer who buys, renews and changes plans, with several orders at once. */
async function club(given: Given): Promise<World> {
  const { shop, random, tell } = given
  const created = async (path: string, body: object): Promise<{ id: number; url: string }> =>
    (await shop.post(path, body).expect(201)).body.data
  const grace_period_days = random.of([0, 3])!
  const products = await Promise.all(
    ['Club', 'Gym'].map((name) => created('/products', { name, grace_period_days })),
  )
  const monthly = { recurring_interval: 'month', recurring_interval_count: 1 }
  for (const [index, lookup_key, unit_amount] of [
    [0, 'basic', 30_000],
    [0, 'gold', 90_000],
    [1, 'pool', 60_000],
  ] as const)
    await created('/prices', { product_id: products[index]!.id, lookup_key, unit_amount, ...monthly })
  const customer_id = given.customerId ?? (await created('/customers', { email: 'saraa@example.com' })).id
  const orders: Order[] = []
  const newest = async () =>
    (
      await rows<{ id: number }>('SELECT MAX(id) AS id FROM subscriptions WHERE customer_id = ?', [
        customer_id,
      ])
    )[0]?.id
  const open = async () => {
    const price = random.of(PLANS)!
    const target = random.chance(0.7) ? await newest() : null
    const item = { price, quantity: 1 + random.below(2), ...(!target && { adjustable_quantity: ADJUSTABLE }) }
    const order = {
      ...{ customer_id, items: [item], allow_promotion_codes: random.chance(0.3) },
      ...(target && { subscription_id: target }),
    }
    const { status, body } = await shop.post('/checkouts', order)
    tell(
      `    ${price} × ${item.quantity}, ${target ?? 'no'} subscription named: ${status} ${body.code ?? body.data.id}`,
    )
    if (status === 201) orders.push(ordered('checkout', body.data))
  }
  const about = async (verb: string, body: object = {}) => {
    const id = await newest()
    if (!id) return
    const { status } = await shop.post(`/subscriptions/${id}/${verb}`, body)
    tell(`    ${verb} ${JSON.stringify(body)} of subscription ${id}: ${status}`)
  }
  const erase = async () => {
    const { status } = await shop.delete(`/customers/${customer_id}`)
    tell(`    customer ${customer_id} is erased: ${status}`)
  }
  if (random.chance(0.4)) await created('/subscriptions', { customer_id, price: 'basic', trial_days: 7 })
  await open()
  await open()
  return {
    orders,
    steps: [
      [6, 'open another order', open],
      [1, 'cancel at the end', () => about('cancel')],
      [1, 'cancel at once', () => about('cancel', { mode: 'immediately' })],
      [1, 'resume', () => about('resume')],
      [1, 'erase the customer', erase],
      [1, 'schedule a change', () => about('schedule-change', { price: random.of([...PLANS, null])! })],
    ],
    passes: [DAY, 8 * DAY, 25 * DAY],
    pays: 16,
    least: 10,
  }
}

function ordered(type: Order['type'], { id, url }: { id: number; url: string }): Order {
  return { type, id, customer: new Customer(url) }
}

export const worlds = [goods, invoices, club, club] as const
