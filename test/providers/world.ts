import { DAY, HOUR, later, MINUTE } from '../../common/kit/time.ts'
import type { Random } from '../money/random.ts'
import { Customer } from '../support/customer.ts'
import { type Merchant, tea } from '../support/given/merchant.ts'
import { rows } from './rows.ts'

/** A checkout or invoice, and a customer on its page. */
export interface Order {
  type: 'checkout' | 'invoice'
  id: number
  customer: Customer
}

/** A possible step of a history. A higher weight makes it more frequent. */
export type Step = [weight: number, name: string, take: () => Promise<unknown>]

/** The orders of a history, and the steps about them other than payments. */
export interface World {
  orders: Order[]
  steps: readonly Step[]
  /** The possible lengths of a long wait, in milliseconds. */
  waits: readonly number[]
  /** The weight of the step that pays an order through a provider without a detour. */
  payWeight: number
  minSteps: number
}

export interface Setup {
  shop: Merchant
  random: Random
  time: Date
  /** A customer on a test clock, or null. */
  customerId: number | null
  log: (line: string) => void
}

const ADJUSTABLE = { enabled: true, min: 1, max: 9 }
/** Lifetimes that end while a provider is being paid. */
const SHORT_LIFETIMES = [31 * MINUTE, 2 * HOUR]

/** Creates one order of a one-time item. Some orders expire early. */
async function goods({ shop, random, time, customerId }: Setup): Promise<World> {
  const lifetime = random.chance(0.3) ? random.of(SHORT_LIFETIMES)! : null
  const order = {
    items: [{ ...tea().items[0], adjustable_quantity: ADJUSTABLE }],
    allow_promotion_codes: true,
    ...(customerId !== null && { customer_id: customerId }),
    ...(lifetime !== null && { expires_at: later(time, lifetime).toISOString() }),
  }
  const { body } = await shop.post('/checkouts', order).expect(201)
  return { orders: [ordered('checkout', body.data)], steps: [], waits: [DAY], payWeight: 1, minSteps: 4 }
}

/** Creates an invoice, which only the merchant can end. */
async function invoices({ shop, customerId }: Setup): Promise<World> {
  const invoice = { amount: 25_000, ...(customerId !== null && { customer_id: customerId }) }
  const { body } = await shop.post('/invoices', invoice).expect(201)
  return { orders: [ordered('invoice', body.data)], steps: [], waits: [DAY], payWeight: 1, minSteps: 4 }
}

const PLANS = ['basic', 'basic', 'gold', 'pool']

/** Creates a customer who buys, renews and changes plans, with several orders at once. */
async function club(setup: Setup): Promise<World> {
  const { shop, random, log } = setup
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
  const customer_id = setup.customerId ?? (await created('/customers', { email: 'saraa@example.com' })).id
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
    log(
      `    ${price} × ${item.quantity}, ${target ?? 'no'} subscription named: ${status} ${body.code ?? body.data.id}`,
    )
    if (status === 201) orders.push(ordered('checkout', body.data))
  }
  const about = async (verb: string, body: object = {}) => {
    const id = await newest()
    if (!id) return
    const { status } = await shop.post(`/subscriptions/${id}/${verb}`, body)
    log(`    ${verb} ${JSON.stringify(body)} of subscription ${id}: ${status}`)
  }
  const erase = async () => {
    const { status } = await shop.delete(`/customers/${customer_id}`)
    log(`    customer ${customer_id} was erased: ${status}`)
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
    waits: [DAY, 8 * DAY, 25 * DAY],
    payWeight: 16,
    minSteps: 10,
  }
}

function ordered(type: Order['type'], { id, url }: { id: number; url: string }): Order {
  return { type, id, customer: new Customer(url) }
}

export const worlds = [goods, invoices, club, club] as const
