import type { ClockObject } from '../../../common/domain/test-clocks/object.ts'
import { onConnection } from '../../../db/sql.ts'
import { Customer } from '../customer.ts'
import { takeTimerOf } from '../turns.ts'
import type { Merchant } from './merchant.ts'

export interface ShopEvent {
  type: string
  created_at: string
  data: { object: Record<string, unknown> & { days_before?: number } }
}

/** A test clock of `shop`, and the calls of the API about it. */
export class Clock {
  readonly id: number
  readonly shop: Merchant

  constructor(shop: Merchant, id: number) {
    this.shop = shop
    this.id = id
  }

  async get(): Promise<ClockObject> {
    return (await this.shop.get(`/test-clocks/${this.id}`).expect(200)).body.data
  }

  /** Requests an advance. The clock is `advancing` until a worker has processed it. */
  async send(time: string): Promise<ClockObject> {
    return (await this.shop.post(`/test-clocks/${this.id}/advance`, { frozen_time: time }).expect(200)).body
      .data
  }

  /** Advances the clock to the requested time, as a worker does. */
  async walk(): Promise<void> {
    await takeTimerOf('clock.advance', this.id)
  }

  async advance(time: string): Promise<ClockObject> {
    await this.send(time)
    await this.walk()
    return this.get()
  }

  async givenCustomer(more: object = {}): Promise<{ id: number; created_at: string }> {
    const body = { email: 'saraa@example.com', test_clock_id: this.id, ...more }
    return (await this.shop.post('/customers', body).expect(201)).body.data
  }

  /** Creates a checkout for a customer of this clock, with the customer on its page. */
  async givenCheckout(body: object): Promise<{ id: number; customer: Customer }> {
    const { id, url } = (await this.shop.post('/checkouts', body).expect(201)).body.data as {
      id: number
      url: string
    }
    return { id, customer: new Customer(url) }
  }

  /** Buys or renews `price` on the page. Returns the subscription's id. */
  async buy(customerId: number, price: string, quantity = 1): Promise<number> {
    const checkout = await this.givenCheckout({ items: [{ price, quantity }], customer_id: customerId })
    await checkout.customer.pay()
    return (await this.shop.get(`/checkouts/${checkout.id}`).expect(200)).body.data.subscription_id
  }
}

export async function givenClock(shop: Merchant, time: string): Promise<Clock> {
  const { body } = await shop.post('/test-clocks', { frozen_time: time }).expect(201)
  return new Clock(shop, body.data.id)
}

/** Creates a monthly price with the lookup key `club`, and its product with these days of grace. */
export async function givenMonthly(shop: Merchant, graceDays = 0): Promise<void> {
  const product = await shop.post('/products', { name: 'Club', grace_period_days: graceDays }).expect(201)
  await shop
    .post('/prices', {
      product_id: product.body.data.id,
      unit_amount: 30_000,
      recurring_interval: 'month',
      recurring_interval_count: 1,
      lookup_key: 'club',
    })
    .expect(201)
}

/** Returns all events of a shop from the API, oldest first. */
export async function eventsOf(shop: Merchant): Promise<ShopEvent[]> {
  return (await shop.get('/events?after=0').expect(200)).body.data
}

/** Returns the time and type of all events of a shop, oldest first. */
export async function storyOf(shop: Merchant): Promise<string[]> {
  return (await eventsOf(shop)).map(({ type, created_at: at, data }) => {
    const days = data.object.days_before
    return `${at.slice(0, 19)} ${type}${days === undefined ? '' : ` ${days}`}`
  })
}

interface Timer {
  kind: string
  test_clock_id: number | null
  queue: string
  due_at: Date
}

/** Returns the timers of a project on all clocks. */
export async function timersOf(shop: Merchant): Promise<Timer[]> {
  return onConnection((sql) =>
    sql.rows(
      'SELECT kind, test_clock_id, queue, due_at FROM timers WHERE project_id = ? ORDER BY due_at, id',
      [shop.projectId],
    ),
  )
}
