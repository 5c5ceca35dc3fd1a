import type { Calendar } from './calendar.ts'
import type { Plan } from './catalogue.ts'
import { compare } from './compare.ts'
import type { Deed } from './deeds.ts'
import { enter } from './enter.ts'
import { type Account, isEntitled, type Ledger, type Order, ownerOf, type Subscription } from './ledger.ts'
import { enterTime, moveAllOn } from './pass-time.ts'
import type { Rows } from './rows.ts'

export interface World {
  calendar: Calendar
  planOf: ReadonlyMap<number, Plan>
}

/**
 * The merchant's books, kept from requests and answers alone: what came in, what it bought, and what
 * was given back for it. The rules are the contract's, written down once more; the calendar and every
 * sum are this folder's own. `judge` compares them with the rows.
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

  /** Enters what was done, then what time has done, and compares it all with how things stand. */
  judge(deeds: readonly Deed[], rows: Rows): void {
    if (deeds.length > 0) moveAllOn(this) // where only time went on, money on its way may come before its end
    for (const deed of deeds) enter(this, deed, rows)
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
    return all.filter((it) => it.customer === customer && isEntitled(it))
  }

  /** The subscription that keeps the product of a plan from others. */
  owner(customer: number, plan: Plan): Subscription | null {
    return ownerOf(this.ledger, customer, plan, this.account(customer).now)
  }

  add(begun: Omit<Subscription, 'scheduled' | 'leaving' | 'version' | 'enteredTo' | 'state'>): void {
    const fresh = { scheduled: null, leaving: false, version: 1, enteredTo: 0, state: 1 }
    this.ledger.subscriptions.set(begun.id, { ...begun, ...fresh })
  }
}
