import { setClock } from '../../common/runtime/clock.ts'
import { checkInvariants, type InvariantName } from '../../common/services/invariants/check.ts'
import { onConnection } from '../../db/sql.ts'
import { Books } from './books.ts'
import { DAY } from './calendar.ts'
import type { Effect } from './effects.ts'
import { endOf, isEntitled, type Ledger, newLedger } from './ledger.ts'
import { Random } from './random.ts'
import { readRows, type Rows } from './rows.ts'
import type { Answer, Shop } from './shop.ts'
import { anyKind, choose, type Done, erase } from './steps.ts'
import { Wrong } from './wrong.ts'

/** A step before its target is known: its kind, and the seed of its choices. */
export interface Step {
  kind: string
  dice: number
}

/** The other invariants concern events and codes, which are deleted between histories. */
const INVARIANTS: ReadonlySet<InvariantName> = new Set([
  'segments_are_worth_what_was_paid',
  'time_ahead_is_paid',
  'orders_add_up',
  'paid_time_is_given',
  'sums_add_up',
])
const INVARIANTS_NEWEST = 300

async function violations(): Promise<Map<InvariantName, number>> {
  const found = await onConnection((sql) =>
    checkInvariants(sql, { now: new Date(STARTS), newest: INVARIANTS_NEWEST }),
  )
  return new Map(found.filter(({ name }) => INVARIANTS.has(name)).map(({ name, count }) => [name, count]))
}

export const STARTS = Date.parse('2026-01-30T18:30:00Z')

/** Returns the steps of a seed. They are independent, so that some can be left out. */
export function stepsOf(seed: number): Step[] {
  const dice = new Random(seed)
  const count = 12 + dice.below(20)
  return Array.from({ length: count }, () => ({ kind: anyKind(dice), dice: dice.below(2 ** 32) }))
}

/** A test clock is advanced by two years at most. */
const LONGEST_WALK = 700 * DAY

/** A few customers of a shop, some of them on a test clock, with their actions and the books. */
export class History {
  readonly shop: Shop
  readonly clock: number | null
  readonly log: string[] = []
  rows: Rows = { subscriptions: new Map(), segments: [], orders: new Map(), payments: [] }
  steps = 0
  #books: Books

  readonly #before: ReadonlyMap<InvariantName, number>

  private constructor(
    shop: Shop,
    books: Books,
    clock: number | null,
    before: ReadonlyMap<InvariantName, number>,
  ) {
    this.#before = before
    this.shop = shop
    this.clock = clock
    this.#books = books
  }

  static async begin(shop: Shop, seed: number): Promise<History> {
    setClock(() => new Date(STARTS))
    await shop.tidyUp()
    const dice = new Random(seed)
    const clock = dice.chance(0.5) ? await shop.clock(new Date(STARTS)) : null
    const { calendar, planOf } = shop
    const books = new Books({ calendar, planOf }, newLedger())
    for (let left = 1 + dice.below(3); left > 0; left -= 1) {
      const own = dice.chance(0.5) ? clock : null
      const id = await shop.customer(own)
      books.ledger.accounts.set(id, { id, clock: own, now: STARTS, erased: false, tried: [] })
    }
    return new History(shop, books, clock, await violations())
  }

  get ledger(): Ledger {
    return this.#books.ledger
  }

  timeOf(customer: number): number {
    return this.ledger.accounts.get(customer)!.now
  }

  #time = { real: STARTS, clock: STARTS }

  get time(): number {
    return this.#time.real
  }

  get clockTime(): number {
    return this.#time.clock
  }

  async take({ kind, dice }: Step): Promise<void> {
    const act = choose(kind, this, new Random(dice))
    if (act) await this.#do(act.name, act.run)
  }

  /** Lets real time pass, or the time of the test clock. */
  async moveTo(target: number, onClock: boolean): Promise<Answer> {
    let answer: Answer
    do {
      const at = onClock ? Math.min(target, this.#time.clock + LONGEST_WALK) : target
      answer = onClock
        ? await this.shop.advance(this.clock!, at, this.steps % 12 === 0)
        : await this.shop.travel(target)
      if (answer.status !== 200) return answer
      this.#time[onClock ? 'clock' : 'real'] = at
    } while (onClock && this.#time.clock < target)
    for (const account of this.ledger.accounts.values())
      if ((account.clock !== null) === onClock) account.now = target
    return answer
  }

  /** Checks that every state can be left: merchant actions and time bring everything to its end. */
  async leave(seed: number): Promise<void> {
    const dice = new Random(seed)
    if (this.clock !== null && dice.chance(0.15)) await this.#deleteClock()
    const pending = this.rows.payments.filter(({ status }) => status === 'pending')
    for (const { id, payable_id: order, amount: asked } of pending) {
      const verb = dice.chance(0.5) ? 'confirm' : 'reject'
      await this.#do(`${verb}(${order}) at the end`, async () => {
        const answer = await (verb === 'confirm' ? this.shop.confirm(id, false) : this.shop.reject(id, false))
        const isDone = answer.status === 200
        const effect: Effect =
          verb === 'confirm'
            ? { kind: 'confirmed', order, payment: id, done: isDone, asked }
            : { kind: 'rejected', order, payment: id }
        if (!isDone) throw new Wrong(`the transfer ${id} cannot be decided: ${answer.code ?? answer.status}`)
        return { answer, effects: [effect] }
      })
    }
    for (const { id } of [...this.ledger.subscriptions.values()].filter(isEntitled)) {
      if (!isEntitled(this.ledger.subscriptions.get(id)!) || dice.chance(0.6)) continue
      await this.#do(`cancel(${id}) at the end`, async () => {
        const answer = await this.shop.cancel(id, 'immediately', false)
        if (answer.status !== 200)
          throw new Wrong(`subscription ${id} cannot be canceled: ${answer.code ?? answer.status}`)
        return { answer, effects: [{ kind: 'canceled', subscription: id, immediately: true }] }
      })
    }
    await this.#runOut(false)
    if (this.clock !== null && !this.#isClockDeleted) await this.#runOut(true)
    await this.#do('expire what became impossible', async () => {
      await this.shop.travel(this.time) // by timers in real time, also for a test clock
      return { answer: { status: 200, code: null, data: null }, effects: [] }
    })
    this.#isOver()
    for (const { id, erased } of [...this.ledger.accounts.values()]) {
      if (erased) continue
      await this.#do(`erase(${id}) at the end`, async () => {
        const gone = await erase(this, id)
        if (gone.answer.status !== 200)
          throw new Wrong(`customer ${id} cannot be erased: ${gone.answer.code ?? gone.answer.status}`)
        return gone
      })
    }
    await this.shop.travel(this.time)
    await this.#nothingIsDue()
    await this.#invariantsHold()
  }

  #isClockDeleted = false

  async #deleteClock(): Promise<void> {
    const clock = this.clock!
    await this.#do(`delete clock ${clock}`, async () => {
      const answer = await this.shop.deleteClock(clock, false)
      if (answer.status !== 200)
        throw new Wrong(`clock ${clock} cannot be deleted: ${answer.code ?? answer.status}`)
      await this.shop.travel(this.time) // many rows are deleted by timers
      return { answer, effects: [{ kind: 'clock_deleted', clock }] }
    })
    this.#isClockDeleted = true
  }

  /** Lets time pass until everything has ended. Delayed money may start new periods, so it runs up to three times. */
  async #runOut(onClock: boolean): Promise<void> {
    const ends = () =>
      [...this.ledger.subscriptions.values()]
        .filter(
          (subscription) =>
            isEntitled(subscription) &&
            (this.ledger.accounts.get(subscription.customer)!.clock !== null) === onClock,
        )
        .map(endOf)
    for (let turn = 0; turn < 3 && (turn === 0 || ends().length > 0); turn += 1) {
      const target = Math.max(onClock ? this.clockTime : this.time, ...ends()) + 80 * DAY
      await this.#do(`${onClock ? 'clock' : 'time'}: to the end`, async () => ({
        answer: await this.moveTo(target, onClock),
        effects: [],
      }))
    }
  }

  #isOver(): void {
    for (const { id, status } of this.rows.subscriptions.values())
      if (status !== 'canceled') throw new Wrong(`subscription ${id} is ${status} and never ends`)
    for (const { id, status } of this.rows.orders.values())
      if (status !== 'complete' && status !== 'expired')
        throw new Wrong(`checkout ${id} is ${status} and never ends`)
    for (const { id, status } of this.rows.payments)
      if (status === 'started' || status === 'pending')
        throw new Wrong(`payment ${id} is ${status} and never ends`)
  }

  async #nothingIsDue(): Promise<void> {
    const left = await onConnection((sql) =>
      sql.rows<{ kind: string; subject_id: number }>(
        'SELECT kind, subject_id FROM timers WHERE project_id = ?',
        [this.shop.merchant.projectId],
      ),
    )
    const { kind, subject_id: id } = left[0] ?? {}
    if (kind) throw new Wrong(`${kind} of ${id!} stays due`)
    if (this.clock === null) return
    const clock = await onConnection((sql) =>
      sql.row<{ status: string }>('SELECT status FROM test_clocks WHERE id = ?', [this.clock]),
    )
    if (clock && clock.status !== 'ready')
      throw new Wrong(`clock ${this.clock} is ${clock.status} and stays so`)
  }

  /** Checks that this history has added no violation: a failed history leaves its rows. */
  async #invariantsHold(): Promise<void> {
    for (const [name, count] of await violations())
      if (count > (this.#before.get(name) ?? 0)) throw new Wrong(`rows violate ${name}`)
  }

  async #do(name: string, run: () => Promise<Done>): Promise<void> {
    this.log.push(name)
    this.steps += 1
    const { answer, effects, concurrent } = await run()
    this.log[this.log.length - 1] = `${name} → ${[answer.status, answer.code].filter(Boolean).join(' ')}`
    if (answer.status >= 500)
      throw new Wrong(
        `the response was ${answer.status}: ${(answer.error as Error | undefined)?.stack ?? ''}`,
      )
    this.rows = await readRows([...this.ledger.accounts.keys()])
    this.#judge(effects, concurrent)
  }

  /** Simultaneous requests may have run in any order: one order must explain the rows. */
  #judge(effects: readonly Effect[], concurrent: readonly Effect[] | undefined): void {
    if (!concurrent) return this.#books.judge(effects, this.rows)
    const wrong: unknown[] = []
    for (const order of merged(effects, concurrent)) {
      const books = this.#books.copy()
      try {
        books.judge(order, this.rows)
        this.#books = books
        return
      } catch (error) {
        wrong.push(error)
      }
    }
    throw wrong[0]
  }
}

/** Returns every way to interleave two lists of effects. */
function merged(one: readonly Effect[], other: readonly Effect[]): Effect[][] {
  if (one.length === 0 || other.length === 0) return [[...one, ...other]]
  return [
    ...merged(one.slice(1), other).map((rest) => [one[0]!, ...rest]),
    ...merged(one, other.slice(1)).map((rest) => [other[0]!, ...rest]),
  ]
}
