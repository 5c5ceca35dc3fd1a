import { setTimeout as pause } from 'node:timers/promises'
import type { Response } from 'supertest'
import type { ReconcileKind, StepKind } from '../../common/domain/jobs/catalog.ts'
import { DAY, HOUR, later, MINUTE, SECOND } from '../../common/kit/time.ts'
import { atomically } from '../../common/runtime/atomically.ts'
import { setClock } from '../../common/runtime/clock.ts'
import { producer } from '../../common/runtime/queues.ts'
import { askProvider } from '../../common/services/operations/ask-provider.ts'
import { reconcileDaily } from '../../common/services/operations/reconcile-daily.ts'
import { reconcilePayment } from '../../common/services/operations/reconcile-payment.ts'
import { sendRefund } from '../../common/services/operations/send-refund.ts'
import { timerSteps } from '../../common/services/operations/timer-steps.ts'
import { findGateway } from '../../common/services/payments/gateways.ts'
import { cachedProject, dropCachedProject } from '../../common/services/projects/cache.ts'
import type { Project } from '../../common/services/projects/project.ts'
import type { Atomically } from '../../db/transaction.ts'
import { Random } from '../money/random.ts'
import { ask } from '../support/ask.ts'
import type { Customer } from '../support/customer.ts'
import { givenCode } from '../support/given/checkout.ts'
import { BANK_ACCOUNT, type Merchant } from '../support/given/merchant.ts'
import { Clock, givenClock } from '../support/given/test-clock.ts'
import { compareBooks } from './books.ts'
import { compareClub } from './club-books.ts'
import { compareOrders } from './order-books.ts'
import { backOf, isTold, type Manner, type Opened, PretendedProvider } from './pretended.ts'
import { rows } from './rows.ts'
import { type Step, type World, worlds } from './world.ts'

const MANNERS: Record<string, Manner> = { qpay: 'invoice', stripe: 'session' }
const METHODS = Object.keys(MANNERS)

/** What a merchant enters for an account; its keys may be others, and it is the same one. */
const settingsOf = (mode: Mode, account: string, key: number) => ({
  qpay: {
    [mode]: { enabled: true, username: account, password: `secret-${key}`, invoice_code: 'SHOP_INVOICE' },
  },
  stripe: {
    [mode]: { enabled: true, secret_key: `sk_${mode}_${account}${key}`, webhook_secret: `whsec_${key}` },
  },
})

type Mode = 'test' | 'live'

/** A process ends here, and knows nothing any more. */
class Killed extends Error {}

/** What somebody orders, and everything that may happen to it in any order. */
export class History {
  readonly told: string[]
  readonly #shop: Merchant
  #project: Project
  readonly #random: Random
  readonly #providers = new Map<string, PretendedProvider>()
  readonly #world: World
  readonly #mode: Mode
  readonly #clock: Clock | null
  #time: Date
  #clockTime: Date
  #isClockDeleted = false
  #otherSince: Date | null = null
  /** What a customer may have seen, and acts on whenever they like. */
  readonly #shown = new Set<Opened>()
  /** Pages that stand open in other tabs. */
  readonly #tabs: { customer: Customer; page: Response }[] = []
  /** Hints that are on their way. */
  #hints: Opened[] = []
  /** Calls of processes that were killed, or that hang. */
  #loose: Promise<unknown>[] = []
  /** How many of a hundred transactions of a worker are its last one. */
  #kills = 0

  private constructor(
    { shop, project, random, mode }: { shop: Merchant; project: Project; random: Random; mode: Mode },
    { world, clock, time, told }: { world: World; clock: Clock | null; time: Date; told: string[] },
  ) {
    this.#shop = shop
    this.#project = project
    this.#random = random
    this.#mode = mode
    this.#world = world
    this.#clock = clock
    this.#time = time
    this.#clockTime = time
    this.told = told
    for (const [method, manner] of Object.entries(MANNERS)) {
      const say = (line: string) => this.told.push(`${line} (${method})`)
      this.#providers.set(method, new PretendedProvider(random, say, manner))
    }
    setClock(() => this.#time)
  }

  static async begin(merchant: Merchant, seed: number): Promise<History> {
    const random = new Random(seed)
    const mode: Mode = random.chance(0.2) ? 'live' : 'test'
    const shop = mode === 'live' ? merchant.live : merchant
    const payment_methods = { bank_transfer: BANK_ACCOUNT, ...settingsOf(mode, 'shop', 0) }
    await shop.patch('', { payment_methods, email: 'owner@example.com' }).expect(200)
    await shop.post('/webhook-endpoints', { url: 'https://shop.example/hooks' }).expect(201)
    await givenCode(shop, 'TEN')
    dropCachedProject(shop.projectId)
    const project = (await cachedProject(shop.projectId))!
    const time = new Date()
    const clock = mode === 'test' && random.chance(0.2) ? await givenClock(shop, time.toISOString()) : null
    const customerId = clock && (await clock.givenCustomer()).id
    const told: string[] = [mode]
    const tell = (line: string) => told.push(line)
    const world = await random.of(worlds)!({ shop, random, time, customerId, tell })
    return new History({ shop, project, random, mode }, { world, clock, time, told })
  }

  async play(): Promise<void> {
    const undo = [...this.#providers].map(([method, provider]) => provider.replace(findGateway(method)!))
    try {
      const faults = this.#random.of([0, 20, 50])!
      this.#eachProvider((provider) => (provider.faults = faults))
      this.#kills = this.#random.of([0, 0, 15])!
      const steps = this.#world.least + this.#random.below(16)
      for (let step = 0; step < steps; step += 1) {
        const count = this.#random.chance(0.3) ? 2 : 1
        await Promise.all(Array.from({ length: count }, () => this.#step()))
      }
      await this.#settle()
      const { projectId } = this.#shop
      const books = this.#books()
      await compareBooks({ projectId, now: this.#time, otherSince: this.#otherSince, books })
      await compareOrders(this.#world.orders, books)
      await compareClub(projectId)
    } finally {
      for (const back of undo) back()
      setClock()
    }
  }

  async #step(): Promise<void> {
    const steps: Step[] = [
      ...this.#world.steps,
      [6, 'pay by a provider', () => this.#payByProvider()],
      [this.#world.pays, 'pay by a provider, and there', () => this.#payThrough()],
      [2, 'pay by transfer', () => this.#payAnew({ payment_method: 'bank_transfer' })],
      [1, 'report a transfer', () => this.#order().press('claim_transfer')],
      [2, 'decide about a transfer', () => this.#decideTransfer()],
      [1, 'pay by the test method', () => this.#payAnew({ payment_method: 'test' })],
      [4, 'look', () => this.#look()],
      [2, 'press in another tab', () => this.#pressElsewhere()],
      [2, 'choose another quantity', () => this.#quantity()],
      [1, 'enter a code', () => this.#code()],
      [6, 'pay at the provider', () => this.#payThere()],
      [1, 'pay otherwise than was asked', () => this.#payStrangely()],
      [1, 'pay once more', () => this.#payOnceMore()],
      [1, 'let a bank work on it', () => this.#process()],
      [2, 'a bank has decided', async () => this.#decide()],
      [2, 'give back at the provider', async () => this.#giveBackThere()],
      [2, 'a refund fails after it had succeeded', async () => this.#failRefund()],
      [3, 'hints arrive', () => this.#deliver()],
      [5, 'work', () => this.#work()],
      [
        3,
        'let time pass',
        () => this.#pass(this.#random.of([SECOND, 20 * SECOND, 10 * MINUTE, 32 * MINUTE])!),
      ],
      [2, 'days pass', () => this.#passDays(this.#random.of(this.#world.passes)!)],
      [1, 'the test clock goes on', () => this.#advance(this.#random.of([HOUR, ...this.#world.passes])!)],
      [1, 'take the order back', () => this.#takeBack()],
      [this.#clock ? 1 : 0, 'delete the test clock', () => this.#deleteClock()],
      [2, 'let hanging calls end', () => this.#release()],
      [3, 'refund', () => this.#refund()],
      [1, 'the keys are replaced', () => this.#set(this.#settings('shop', this.#random.below(9)))],
      [1, 'another account is entered', () => this.#set(this.#settings('other'))],
      [1, 'a method is switched off', () => this.#switchOff()],
      [1, 'reconcile', () => this.#reconcile()],
      [1, 'Redis is emptied', () => this.#emptyRedis()],
    ]
    let left = this.#random.below(steps.reduce((sum, [weight]) => sum + weight, 0))
    const [, name, take] = steps.find(([weight]) => (left -= weight) < 0)!
    this.told.push(name)
    await this.#wait(take())
    this.#see(await this.#opened())
  }

  /** A call that hangs keeps its process: the others go on. */
  async #wait(taken: Promise<unknown>): Promise<void> {
    const ended = taken.catch(() => undefined)
    this.#loose.push(ended)
    await Promise.race([ended, pause(200)])
  }

  #settings(account: string, key = 0) {
    return settingsOf(this.#mode, account, key)
  }

  /** Somebody on the page of an order; more often the newest. */
  #order(): Customer {
    const { orders } = this.#world
    return (this.#random.chance(0.4) ? orders.at(-1) : this.#random.of(orders))!.customer
  }

  #payByProvider(tab?: { customer: Customer; page: Response }): Promise<Response> {
    const method = this.#random.of(METHODS)!
    this.told.push(`    ${method}`)
    return (tab?.customer ?? this.#order()).pay({ payment_method: method }, tab?.page)
  }

  async #payThrough(): Promise<void> {
    await this.#payByProvider()
    this.#see(await this.#opened())
    const opened = this.#payable().at(-1)
    if (opened) await this.#paid(opened, opened.amount)
  }

  async #payAnew(fields: Record<string, string>): Promise<unknown> {
    const customer = this.#order()
    return customer.pay(fields, await customer.look('?choose=1'))
  }

  async #look(): Promise<void> {
    const customer = this.#order()
    this.#tabs.push({ customer, page: await customer.look(this.#random.chance(0.3) ? '?choose=1' : '') })
  }

  async #pressElsewhere(): Promise<unknown> {
    const tab = this.#random.of(this.#tabs)
    if (!tab) return
    return this.#random.chance(0.7)
      ? this.#payByProvider(tab)
      : tab.customer.pay({ payment_method: 'bank_transfer' }, tab.page)
  }

  async #quantity(): Promise<unknown> {
    const customer = this.#order()
    const page = await customer.look('?choose=1')
    const field = /name="(quantity\[\d+\])"/.exec(page.text)?.[1]
    if (!field) return
    const wanted = String(1 + this.#random.below(3))
    return customer.press('update_quantity', { [field]: wanted }, page)
  }

  async #code(): Promise<unknown> {
    const customer = this.#order()
    const page = await customer.look('?choose=1')
    return customer.press('apply_code', { promotion_code: 'TEN' }, page)
  }

  async #takeBack(): Promise<void> {
    const { type, id } = this.#random.of(this.#world.orders)!
    const verb = type === 'invoice' ? 'void' : 'expire'
    const { status } = await this.#shop.post(`/${type}s/${id}/${verb}`)
    this.told.push(`    ${verb} ${type} ${id}: ${status}`)
  }

  /** Also about one that has ended, of which more comes, or less. */
  async #decideTransfer(): Promise<void> {
    const transfers = await rows<{ id: number; amount: number }>(
      `SELECT id, amount FROM payments WHERE project_id = ? AND method = 'bank_transfer'
         AND status IN ('started', 'pending', 'canceled', 'failed')`,
      [this.#shop.projectId],
    )
    const transfer = this.#random.of(transfers)
    if (!transfer) return
    const { id, amount } = transfer
    const verb = this.#random.chance(0.7) ? 'confirm' : 'reject'
    const body = {
      ...(verb === 'confirm' && this.#random.chance(0.4) && { accept_late: true }),
      ...(verb === 'confirm' &&
        this.#random.chance(0.3) && { amount_received: Math.ceil(amount * this.#random.of([0.5, 2])!) }),
    }
    const { status } = await this.#shop.post(`/payments/${id}/${verb}`, body)
    this.told.push(`    ${verb} ${JSON.stringify(body)} of payment ${id}: ${status}`)
  }

  async #opened(): Promise<{ method: string; provider_id: string }[]> {
    return rows(
      'SELECT method, provider_id FROM provider_payments WHERE project_id = ? AND provider_id IS NOT NULL',
      [this.#shop.projectId],
    )
  }

  #see(opened: { method: string; provider_id: string }[]): void {
    for (const { method, provider_id: id } of opened) this.#shown.add(this.#providers.get(method)!.find(id))
  }

  /** What customers have been shown and can act on: also long after we have given it up. */
  #payable(): Opened[] {
    return [...this.#shown].filter(
      ({ isClosed, isProcessing, paid }) => !isClosed && !isProcessing && paid === 0,
    )
  }

  async #payThere(): Promise<void> {
    const opened = this.#random.of(this.#payable())
    if (opened) await this.#paid(opened, opened.amount)
  }

  /** A part, twice, in another currency, or long after it was given up. */
  async #payStrangely(): Promise<void> {
    const isLate = this.#random.chance(0.4)
    const late = [...this.#shown].filter(
      ({ isClosed, paid, openedAt }) => isClosed && paid === 0 && later(openedAt, DAY) > this.#time,
    )
    const opened = this.#random.of(isLate ? late : this.#payable())
    if (!opened) return
    if (!isLate && this.#random.chance(0.3)) opened.currency = 'USD'
    const times = isLate ? 1 : this.#random.of([0.5, 1, 2])!
    await this.#paid(opened, Math.ceil(opened.amount * times))
  }

  async #paid(opened: Opened, amount: number): Promise<void> {
    opened.paid += amount
    opened.isHeard = false
    this.told.push(
      `    ${opened.id} of payment ${opened.paymentId}: ${amount} ${opened.currency} are paid there`,
    )
    this.#hint(opened)
    if (this.#random.chance(0.4)) await this.#deliver()
  }

  /** Whoever has the code pays it once more, where the provider lets them. */
  async #payOnceMore(): Promise<void> {
    const paid = [...this.#providers.get('qpay')!.books].filter(
      (one) => this.#shown.has(one) && one.paid > 0 && !one.isClosed,
    )
    const opened = this.#random.of(paid)
    if (opened) await this.#paid(opened, opened.amount)
  }

  async #process(): Promise<void> {
    const opened = this.#random.of(this.#payable())
    if (!opened) return
    opened.isProcessing = true
    this.told.push(`    a bank works on ${opened.id} of payment ${opened.paymentId}`)
    this.#hint(opened)
  }

  #decide(): void {
    this.#eachProvider((provider) => {
      for (const opened of provider.books) {
        if (!opened.isProcessing && opened.deciding.size === 0) continue
        provider.decide(opened)
        this.#hint(opened)
      }
    })
  }

  #giveBackThere(): void {
    const opened = this.#random.of(this.#books().filter((one) => one.paid > backOf(one)))
    if (!opened) return
    const left = opened.paid - backOf(opened)
    const amount = this.#random.chance(0.5) ? left : Math.ceil(left / 2)
    const book = this.#providers.get(opened.method)!.find(opened.id)
    book.backThere += amount
    book.isHeard = false
    this.told.push(`    ${amount} of payment ${opened.paymentId} are given back there`)
    this.#hint(book)
  }

  /** As when the customer's card was closed: Stripe has the money again. */
  #failRefund(): void {
    const { books } = this.#providers.get('stripe')!
    const refunded = books.filter((one) => one.account === 'shop' && one.refunded.size > 0 && isTold(one))
    const opened = this.#random.of(refunded)
    if (!opened) return
    const id = this.#random.of([...opened.refunded.keys()])!
    opened.refunded.delete(id)
    opened.refused.add(id)
    opened.failedLater.add(id)
    opened.isHeard = false
    this.told.push(`    refund ${id} of payment ${opened.paymentId} fails after it had succeeded`)
    this.#hint(opened)
  }

  /** Tells once, not at all, or twice. */
  #hint(opened: Opened): void {
    for (const chance of [0.6, 0.2]) if (this.#random.chance(chance)) this.#hints.push(opened)
  }

  /** Hints arrive in any order, whoever speaks for whom. */
  async #deliver(): Promise<void> {
    while (this.#hints.length > 0) {
      const at = this.#random.below(this.#hints.length)
      const [opened] = this.#hints.splice(at, 1)
      const path = new URL(opened!.hintUrl).pathname
      const { status } = await ask('post', path).type('text').send(String(opened!.paymentId))
      if (status === 200) opened!.isHeard = true
      if (this.#random.chance(0.2)) return
    }
  }

  async #refund(): Promise<void> {
    const settled = await rows<{ id: number; amount: number }>(
      "SELECT id, amount FROM payments WHERE project_id = ? AND status IN ('paid', 'refund_required')",
      [this.#shop.projectId],
    )
    const payment = this.#random.of(settled)
    if (!payment) return
    const body = {
      ...(this.#random.chance(0.5) && { amount: Math.ceil(payment.amount / (2 + this.#random.below(3))) }),
      ...(this.#random.chance(0.3) && { by_hand: true }),
    }
    const { status } = await this.#shop.post(`/payments/${payment.id}/refunds`, body)
    this.told.push(`    ${JSON.stringify(body)} of payment ${payment.id}: ${status}`)
  }

  async #set(payment_methods: object): Promise<void> {
    await this.#shop.patch('', { payment_methods })
    dropCachedProject(this.#shop.projectId)
    this.#project = (await cachedProject(this.#shop.projectId))!
  }

  async #switchOff(): Promise<void> {
    const method = this.#random.of(METHODS)!
    await this.#set({ [method]: { [this.#mode]: { enabled: false } } })
  }

  async #reconcile(): Promise<void> {
    for (const { payment_id: id } of await rows<{ payment_id: number }>(
      'SELECT payment_id FROM provider_payments WHERE project_id = ?',
      [this.#shop.projectId],
    ))
      await reconcilePayment(this.#project, id, this.#atomically)
  }

  async #emptyRedis(): Promise<void> {
    if (producer().status === 'ready') await producer().flushdb()
  }

  async #release(): Promise<void> {
    for (const provider of this.#providers.values()) await provider.release()
  }

  async #advance(time: number): Promise<void> {
    if (!this.#clock || this.#isClockDeleted) return
    this.#clockTime = later(this.#clockTime, time)
    await this.#clock.advance(this.#clockTime.toISOString())
  }

  async #deleteClock(): Promise<void> {
    if (!this.#clock) return
    const { status } = await this.#shop.delete(`/test-clocks/${this.#clock.id}`)
    this.told.push(`    the test clock is deleted: ${status}`)
    if (status === 200) this.#isClockDeleted = true
  }

  async #pass(time: number): Promise<void> {
    this.#time = later(this.#time, time)
    await this.#work()
  }

  /** Nobody leaves another account entered for so long: what was paid meanwhile is looked for there for days. */
  async #passDays(time: number): Promise<void> {
    await this.#set(this.#settings('shop'))
    for (let day = 0; day < time / DAY; day += 1) await this.#pass(DAY)
  }

  /** What is due now is done, each row once. */
  async #work(): Promise<void> {
    const due = await rows<{ kind: string; subject_id: number }>(
      'SELECT kind, subject_id FROM timers WHERE project_id = ? AND test_clock_id IS NULL AND due_at <= ? ORDER BY due_at, id',
      [this.#shop.projectId, this.#time],
    )
    for (const { kind, subject_id: id } of due)
      if (kind !== 'clock.advance') await this.#wait(this.#do(kind, id))
  }

  async #do(kind: string, id: number): Promise<unknown> {
    if (kind === 'payment.ask') return askProvider(this.#project, id, this.#atomically)
    if (kind === 'refund.send') return sendRefund(this.#project, id, this.#atomically)
    if (kind.endsWith('_reconcile'))
      return reconcileDaily(this.#project, kind as ReconcileKind, this.#atomically)
    return this.#atomically((tx) => timerSteps[kind as StepKind](tx, this.#project, id))
  }

  /** A worker's transactions; any of them may be the last thing that it does, or does not get done. */
  readonly #atomically: Atomically = async (work) => {
    const fate = this.#random.below(100)
    const isUndone = fate < this.#kills / 2
    const result = await atomically(async (tx) => {
      const done = await work(tx)
      if (isUndone) throw this.#killed('before it commits')
      return done
    })
    if (fate < this.#kills) throw this.#killed('after it has committed')
    return result
  }

  #killed(when: string): Killed {
    this.told.push(`    a worker is killed ${when}`)
    return new Killed()
  }

  /** Everything works again, and enough time passes for everything to be decided. */
  async #settle(): Promise<void> {
    this.told.push('everything works again')
    this.#eachProvider((provider) => (provider.faults = 0))
    this.#kills = 0
    await this.#set(this.#settings('shop'))
    for (let round = 0; round < 3; round += 1) {
      await this.#release()
      await Promise.all(this.#loose)
      this.#loose = []
      this.#decide()
      for (const time of [MINUTE, MINUTE, 40 * MINUTE, 40 * MINUTE, DAY]) await this.#pass(time)
    }
    await this.#advance(2 * DAY)
    if (this.#books().some(({ account }) => account === 'other')) {
      this.#otherSince = this.#time
      await this.#set(this.#settings('other'))
      for (const time of [HOUR, DAY, DAY]) await this.#pass(time)
    }
    await this.#pass(3 * DAY)
  }

  #books(): (Opened & { method: string })[] {
    return [...this.#providers].flatMap(([method, { books }]) =>
      books.map((opened) => ({ ...opened, method })),
    )
  }

  #eachProvider(change: (provider: PretendedProvider) => void): void {
    for (const provider of this.#providers.values()) change(provider)
  }
}
