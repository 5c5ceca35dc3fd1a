import { expect } from 'chai'
import fc from 'fast-check'
import type { CheckoutObject } from '../../common/domain/checkouts/object.ts'
import type { SubscriptionObject } from '../../common/domain/subscriptions/object.ts'
import { iso } from '../../common/kit/time.ts'
import { setClock } from '../../common/runtime/clock.ts'
import { onConnection } from '../../db/sql.ts'
import { Customer } from '../support/customer.ts'
import { type Club, givenClub, type Opened } from '../support/given/club.ts'
import { BANK_ACCOUNT } from '../support/given/merchant.ts'
import { RunProgress } from '../support/progress.ts'
import { paymentsOf } from '../support/stored.ts'
import { isThorough } from '../support/thorough.ts'
import { expectChangesReported } from './changes-told.ts'
import { Model, type ModelCheckout, type ModelSubscription, type World } from './model.ts'

/** `bin/test` plays the same histories each time, so that a failure comes from the change under test. */
const { MODEL_RUNS, MODEL_SEED } = process.env
const RUNS = Number(MODEL_RUNS ?? (isThorough ? 50 : 15))
const SEED = Number(MODEL_SEED ?? (MODEL_RUNS === undefined ? 300_000 : Date.now() % 2 ** 31))
const STARTS = Date.parse('2026-01-30T18:30:00Z')
const [HOUR, DAY] = [3_600_000, 86_400_000]

const PRICES = {
  basic: { product: 'Club', amount: 30_000, unit: 'month' },
  gold: { product: 'Club', amount: 90_000, unit: 'month' },
  year: { product: 'Club', amount: 300_000, unit: 'year' },
  gym: { product: 'Gym', amount: 60_000, unit: 'month' },
} as const

const ZONES = [
  { zone: 'UTC', offset: 0 },
  { zone: 'Asia/Ulaanbaatar', offset: 8 },
  { zone: 'America/Bogota', offset: -5 },
]

interface Action {
  name: string
  /** Returns false if there is nothing to act on: then no request is sent, and no time passes. */
  run: (model: Model, actual: ActualShop) => Promise<boolean>
}

/** A customer of one merchant over the API, with the ids in the order of the model's lists. */
class ActualShop {
  readonly club: Club
  /** Id of each price → its lookup key. */
  readonly prices: ReadonlyMap<number, string>
  readonly ids: number[] = []
  readonly opened: Opened[] = []

  constructor(club: Club, prices: ReadonlyMap<number, string>) {
    this.club = club
    this.prices = prices
  }
}

const codeOf = ({ status, body }: { status: number; body: unknown }): string | null =>
  status < 300 ? null : (body as { code: string }).code

const price = fc.constantFrom(...(Object.keys(PRICES) as (keyof typeof PRICES)[]))
const nthNewest = fc.nat({ max: 4 })
const nth = <Item>(items: readonly Item[], index: number): Item | undefined => items.at(-1 - index)

const actions: { weight: number; arbitrary: fc.Arbitrary<Action> }[] = [
  {
    weight: 2,
    arbitrary: fc.tuple(price, fc.integer({ min: 1, max: 40 })).map(([key, days]) => ({
      name: `trial(${key}, ${days})`,
      run: async (model, { club }) => {
        const body = { customer_id: club.customerId, price: key, trial_days: days }
        expect(codeOf(await club.shop.post('/subscriptions', body))).to.equal(model.trial(key, days))
        return true
      },
    })),
  },
  {
    weight: 6,
    arbitrary: fc
      .tuple(
        fc.option(price),
        fc.constantFrom(1, 1, 2, 3),
        fc.option(nthNewest),
        fc.constantFrom('open' as const, 'buy' as const, 'report' as const),
      )
      .map(([asked, periods, target, verb]) => ({
        name: `${verb}(${asked ?? 'the same price'}, ${periods}, ${target ?? 'any'})`,
        run: async (model, actual) => {
          const index = target === null ? -1 : actual.ids.length - 1 - target
          const named = model.subscriptions[index] ?? null
          const key = asked ?? (named ?? model.subscriptions.at(-1))?.price ?? 'basic'
          const more = named ? { subscription_id: actual.ids[index] } : {}
          const answer = await actual.club.open(key, more, periods)
          expect(codeOf(answer)).to.equal(model.open(key, periods, named))
          if (answer.status !== 201) return true
          const { id, url } = answer.body.data as { id: number; url: string }
          const opened = { id, customer: new Customer(url) }
          actual.opened.push(opened)
          const checkout = model.checkouts.at(-1)!
          if (verb === 'buy') {
            model.pay(checkout)
            await opened.customer.pay()
          } else if (verb === 'report') {
            model.claim(checkout)
            await actual.club.report(opened)
          }
          return true
        },
      })),
  },
  {
    weight: 3,
    arbitrary: nthNewest.map((index) => ({
      name: `pay(${index})`,
      run: async (model, { opened }) => {
        const checkout = nth(model.checkouts, index)
        if (checkout?.status !== 'open') return false
        model.pay(checkout)
        await nth(opened, index)!.customer.pay()
        return true
      },
    })),
  },
  {
    weight: 3,
    arbitrary: nthNewest.map((index) => ({
      name: `claim(${index})`,
      run: async (model, { club, opened }) => {
        const checkout = nth(model.checkouts, index)
        if (checkout?.status !== 'open') return false
        model.claim(checkout)
        await club.report(nth(opened, index)!)
        return true
      },
    })),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(nthNewest, fc.constantFrom('confirm' as const, 'reject' as const))
      .map(([index, verb]) => ({
        name: `${verb}(${index})`,
        run: async (model, { club, opened }) => {
          const waiting = model.checkouts.filter(({ status }) => status === 'pending')
          const checkout = nth(waiting, index % Math.max(1, waiting.length))
          if (!checkout) return false
          const { id } = opened[model.checkouts.indexOf(checkout)]!
          const { body } = await club.shop.get(`/payments?checkout_id=${id}&status=pending`).expect(200)
          await club.decide(body.data[0].id, verb)
          model[verb](checkout)
          return true
        },
      })),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(nthNewest, fc.option(fc.integer({ min: 1, max: 99 }))).map(([index, percent]) => ({
      name: `refund(${index}, ${percent === null ? 'all' : `${percent} %`})`,
      run: async (model, { club, opened }) => {
        const isPaid = ({ status, amount, refunded }: ModelCheckout) =>
          status === 'complete' && amount > refunded
        const paid = model.checkouts.filter(isPaid)
        const checkout = nth(paid, index % Math.max(1, paid.length))
        if (!checkout) return false
        const left = checkout.amount - checkout.refunded
        const amount = percent === null ? left : Math.ceil((left * percent) / 100)
        const { id } = opened[model.checkouts.indexOf(checkout)]!
        const payments = await paymentsOf(id)
        const payment = payments.find(({ status }) => status === 'paid')!
        await club.shop.post(`/payments/${payment.id}/refunds`, { amount }).expect(201)
        model.refund(checkout, amount)
        return true
      },
    })),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(nthNewest, fc.constantFrom('at_period_end' as const, 'immediately' as const))
      .map(([index, mode]) => ({
        name: `cancel(${index}, ${mode})`,
        run: async (model, { club, ids }) => {
          const subscription = nth(model.subscriptions, index)
          if (!subscription) return false
          expect(codeOf(await club.cancel(nth(ids, index)!, mode))).to.equal(model.cancel(subscription, mode))
          return true
        },
      })),
  },
  {
    weight: 2,
    arbitrary: nthNewest.map((index) => ({
      name: `resume(${index})`,
      run: async (model, { club, ids }) => {
        const subscription = nth(model.subscriptions, index)
        if (!subscription) return false
        expect(codeOf(await club.resume(nth(ids, index)!))).to.equal(model.resume(subscription))
        return true
      },
    })),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(nthNewest, fc.option(price, { freq: 4 })).map(([index, key]) => ({
      name: `schedule(${index}, ${key})`,
      run: async (model, { club, ids }) => {
        const subscription = nth(model.subscriptions, index)
        if (!subscription) return false
        expect(codeOf(await club.schedule(nth(ids, index)!, key))).to.equal(model.schedule(subscription, key))
        return true
      },
    })),
  },
  {
    weight: 10,
    arbitrary: fc
      .oneof(
        fc.integer({ min: 1, max: 60 }).map((hours) => hours * HOUR),
        fc.integer({ min: 1, max: 35 }).map((days) => days * DAY + 7 * HOUR),
        fc.constantFrom(0, 0, -1_000),
      )
      .map((step) => ({
        name:
          step > 0
            ? `advance(${step / HOUR} h)`
            : `advance(to what is next${step < 0 ? ', but a second' : ''})`,
        run: async (model, { club }) => {
          const target = step > 0 ? model.now + step : (model.nextDue() ?? model.now) + step
          if (target < model.now) return false
          model.advance(target)
          await club.travel(new Date(target).toISOString())
          return true
        },
      })),
  },
]

const action = fc.oneof(...actions)

function expectedState(model: Model) {
  const stamp = (time: number | null) => (time === null ? null : iso(new Date(time)))
  return {
    subscriptions: model.subscriptions.map((subscription: ModelSubscription) => ({
      status: subscription.status,
      price: subscription.price,
      scheduled: subscription.scheduled,
      start: stamp(subscription.start),
      end: stamp(subscription.end),
      canceled_at: stamp(subscription.canceledAt),
      ended_at: stamp(subscription.endedAt),
      reason: subscription.reason,
      events: subscription.events.join(' '),
    })),
    checkouts: model.checkouts.map((checkout: ModelCheckout) => ({
      status: checkout.status,
      amount: checkout.amount,
      credit: checkout.credit,
      subscription: checkout.subscription && model.subscriptions.indexOf(checkout.subscription),
      refund: checkout.refund,
    })),
  }
}

/** Reads the state over the API. New subscriptions get their place in `ids` in the order of creation. */
async function actualState({ club, ids, prices }: ActualShop) {
  const all = async <Item>(path: string): Promise<Item[]> => {
    const found: Item[] = []
    for (let page = 1; ; page += 1) {
      const { body } = await club.shop.get(`/${path}?customer_id=${club.customerId}&page=${page}`).expect(200)
      found.push(...(body.data as Item[]))
      if (page >= body.meta.last_page) return found.reverse()
    }
  }
  const subscriptions = await all<SubscriptionObject>('subscriptions')
  ids.splice(0, ids.length, ...subscriptions.map(({ id }) => id))
  const [events, refunds] = await onConnection(async (sql) => [
    await sql.rows<{ object_id: number; type: string; data: string; previous_attributes: string | null }>(
      "SELECT object_id, type, data, previous_attributes FROM events WHERE object = 'subscription' AND object_id IN (?) ORDER BY object_id, sequence",
      [[0, ...ids]],
    ),
    await sql.rows<{ payable_id: number }>(
      "SELECT payable_id FROM payments WHERE project_id = ? AND status = 'refund_required'",
      [club.shop.projectId],
    ),
  ])
  expectChangesReported(events)
  return {
    subscriptions: subscriptions.map((subscription) => ({
      status: subscription.status,
      price: subscription.price.lookup_key,
      scheduled: prices.get(subscription.scheduled_price_id ?? 0) ?? null,
      start: subscription.current_period_start,
      end: subscription.current_period_end,
      canceled_at: subscription.canceled_at,
      ended_at: subscription.ended_at,
      reason: subscription.cancellation_reason,
      events: events
        .filter(({ object_id: id }) => id === subscription.id)
        .map(({ type }) => type.replace('subscription.', ''))
        .join(' '),
    })),
    checkouts: (await all<CheckoutObject>('checkouts')).map((checkout) => ({
      status: checkout.status,
      amount: checkout.amount_total,
      credit: checkout.credit_amount,
      subscription: checkout.status === 'complete' ? ids.indexOf(checkout.subscription_id!) : null,
      refund: refunds.some(({ payable_id: id }) => id === checkout.id),
    })),
  }
}

describe('the subscriptions of a customer', () => {
  const clubs = new Map<string, Club>()

  /** Uses a merchant again with a new customer, after deleting the timers of the last customer. */
  async function givenWorld(zone: string, graceDays: number): Promise<Club> {
    const key = `${zone} ${graceDays}`
    let club = clubs.get(key)
    if (!club) {
      const plans = Object.entries(PRICES).map(([lookup_key, { product, amount, unit }]) => ({
        ...{ lookup_key, unit_amount: amount, recurring_interval: unit, other: product === 'Gym' },
      }))
      club = await givenClub(plans, { grace_period_days: graceDays }, { timezone: zone })
      await club.shop.patch('', { payment_methods: { bank_transfer: BANK_ACCOUNT } }).expect(200)
      clubs.set(key, club)
    }
    await onConnection((sql) => sql.run('DELETE FROM timers WHERE project_id = ?', [club.shop.projectId]))
    return club.another('bat@example.com')
  }

  async function pricesOf({ shop }: Club): Promise<Map<number, string>> {
    const rows = await onConnection((sql) =>
      sql.rows<{ id: number; lookup_key: string }>('SELECT id, lookup_key FROM prices WHERE project_id = ?', [
        shop.projectId,
      ]),
    )
    return new Map(rows.map(({ id, lookup_key: key }) => [id, key]))
  }

  it('match the model after every step of a random history', async () => {
    const progress = new RunProgress('subscriptions', RUNS, SEED)
    const place = fc.tuple(fc.constantFrom(...ZONES), fc.constantFrom(0, 3))
    const property = fc.asyncProperty(
      place,
      fc.array(action, { minLength: 12, maxLength: 30 }),
      async (where, history) => {
        const [{ zone, offset }, graceDays] = where
        const world: World = { offset, graceDays, prices: PRICES }
        setClock(() => new Date(STARTS))
        const model = new Model(world, STARTS)
        const club = await givenWorld(zone, graceDays)
        const actual = new ActualShop(club, await pricesOf(club))
        const steps: string[] = []
        for (const { name, run } of history) {
          steps.push(name)
          const until = `${zone}, ${graceDays} days of grace: ${steps.join(', ')}`
          try {
            if (await run(model, actual))
              expect(await actualState(actual)).to.deep.equal(expectedState(model))
          } catch (error) {
            ;(error as Error).message = `${until}\n${(error as Error).message}`
            throw error
          }
        }
        progress.done(history.length)
      },
    )
    await fc.assert(property, {
      numRuns: RUNS,
      seed: SEED,
      endOnFailure: RUNS <= 200, // shrinking a history takes minutes, so only long runs on demand do it
    })
  }).timeout(RUNS * 5_000)
})
