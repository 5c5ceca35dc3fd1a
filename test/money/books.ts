import type { Calendar } from './calendar.ts'
import type { Plan } from './catalogue.ts'
import { compare } from './compare.ts'
import type { Effect } from './effects.ts'
import { enter } from './enter.ts'
import { type Account, isEntitled, type Ledger, type Order, ownerOf, type Subscription } from './ledger.ts'
import { beginAllPaidTime, enterTime } from './pass-time.ts'
import type { Rows } from './rows.ts'

export interface World {
  calendar: Calendar
  planOf: ReadonlyMap<number, Plan>
}

/**
 * The merchant's books, kept from requests and answers alone: the money received, what it bought, and the
 * refunds. The rules are written again from the contract, with their own calendar and sums. `judge`
 * compares them with the rows.
 */
export class Books {
  readonly world: World
  readonly ledger: Ledger

  constructor(world: World, ledger: Ledger) {
    this.world = world
    this.ledger = ledger
  }

  copy(): Books {
    return new Books(this.world, structuredClone(this.ledger))
  }

  /** Enters the effects of requests and of time, and compares the result with the rows. */
  judge(effects: readonly Effect[], rows: Rows): void {
    if (effects.length > 0) beginAllPaidTime(this) // if only time passed, delayed money may arrive before an end
    for (const effect of effects) enter(this, effect, rows)
    enterTime(this, rows)
    compare(this, rows)
  }

  account(id: number): Account {
    return this.ledger.accounts.get(id)!
  }

  order(id: number): Order {
    return this.ledger.orders.get(id)!
  }

  subscription(id: number): Subscription {
    return this.ledger.subscriptions.get(id)!
  }

  ordersOf(customer: number): Order[] {
    return [...this.ledger.orders.values()].filter((order) => order.customer === customer)
  }

  entitledOf(customer: number): Subscription[] {
    const all = [...this.ledger.subscriptions.values()]
    return all.filter((subscription) => subscription.customer === customer && isEntitled(subscription))
  }

  /** Returns the subscription that reserves the product of a plan, or null. */
  owner(customer: number, plan: Plan): Subscription | null {
    return ownerOf(this.ledger, customer, plan, this.account(customer).now)
  }

  add(started: Omit<Subscription, 'scheduled' | 'leaving' | 'version' | 'enteredTo' | 'state'>): void {
    const fresh = { scheduled: null, leaving: false, version: 1, enteredTo: 0, state: 1 }
    this.ledger.subscriptions.set(started.id, { ...started, ...fresh })
  }
}
