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
import { deleteAllKeys } from '../support/engines.ts'
import { givenCode } from '../support/given/checkout.ts'
import { BANK_ACCOUNT, type Merchant } from '../support/given/merchant.ts'
import { Clock, givenClock } from '../support/given/test-clock.ts'
import { compareBooks } from './books.ts'
import { compareClub } from './club-books.ts'
import {
  type Behavior,
  FakeProvider,
  isReportedPaid,
  type PaymentAtProvider,
  refundedAtProvider,
} from './fake-provider.ts'
import { compareOrders } from './order-books.ts'
import { rows } from './rows.ts'
import { type Step, type World, worlds } from './world.ts'

const BEHAVIORS: Record<string, Behavior> = { qpay: 'invoice', stripe: 'session' }
const METHODS = Object.keys(BEHAVIORS)

/** Returns the settings of an account. An account may have several keys. */
const settingsOf = (mode: Mode, account: string, key: number) => ({
  qpay: {
    [mode]: { enabled: true, username: account, password: `secret-${key}`, invoice_code: 'SHOP_INVOICE' },
  },
  stripe: {
    [mode]: { enabled: true, secret_key: `sk_${mode}_${account}${key}`, webhook_secret: `whsec_${key}` },
  },
})

type Mode = 'test' | 'live'

/** Ends a process and everything that it remembers. */
class Killed extends Error {}

/** The orders of a shop, and random steps that customers, merchant, provider and workers take. */
export class History {
  readonly log: string[]
  readonly #shop: Merchant
  #project: Project
  readonly #random: Random
  readonly #providers = new Map<string, FakeProvider>()
  readonly #world: World
  readonly #mode: Mode
  readonly #clock: Clock | null
  #time: Date
  #clockTime: Date
  #isClockDeleted = false
  #otherSince: Date | null = null
  /** Payments that a customer has seen, and may pay at any time. */
  readonly #shown = new Set<PaymentAtProvider>()
  /** Pages that are open in other tabs. */
  readonly #tabs: { customer: Customer; page: Response }[] = []
  /** Hints that were sent and have not arrived. */
  #hints: PaymentAtProvider[] = []
  /** Steps that may still be running, because their process was killed or a call hangs. */
  #pending: Promise<unknown>[] = []
  /** The percentage of transactions after which a worker is killed. */
  #kills = 0

  private constructor(
    { shop, project, random, mode }: { shop: Merchant; project: Project; random: Random; mode: Mode },
    { world, clock, time, log }: { world: World; clock: Clock | null; time: Date; log: string[] },
  ) {
    this.#shop = shop
    this.#project = project
    this.#random = random
    this.#mode = mode
    this.#world = world
    this.#clock = clock
    this.#time = time
    this.#clockTime = time
    this.log = log
    for (const [method, behavior] of Object.entries(BEHAVIORS)) {
      const write = (line: string) => this.log.push(`${line} (${method})`)
      this.#providers.set(method, new FakeProvider(random, write, behavior))
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
    const log: string[] = [mode]
    const write = (line: string) => log.push(line)
    const world = await random.of(worlds)!({ shop, random, time, customerId, log: write })
    return new History({ shop, project, random, mode }, { world, clock, time, log })
  }

  async play(): Promise<void> {
    const undo = [...this.#providers].map(([method, provider]) => provider.replace(findGateway(method)!))
    try {
      const faults = this.#random.of([0, 20, 50])!
      this.#eachProvider((provider) => (provider.faults = faults))
      this.#kills = this.#random.of([0, 0, 15])!
      const steps = this.#world.minSteps + this.#random.below(16)
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
      for (const restore of undo) restore()
      setClock()
    }
  }

  async #step(): Promise<void> {
    const steps: Step[] = [
      ...this.#world.steps,
      [6, 'choose a provider', () => this.#chooseProvider()],
      [this.#world.payWeight, 'pay through a provider', () => this.#payThroughProvider()],
      [2, 'choose a transfer', () => this.#payWith({ payment_method: 'bank_transfer' })],
      [1, 'report a transfer', () => this.#order().press('claim_transfer')],
      [2, 'decide about a transfer', () => this.#decideTransfer()],
      [1, 'pay with the test method', () => this.#payWith({ payment_method: 'test' })],
      [4, 'view the page', () => this.#view()],
      [2, 'choose a method in another tab', () => this.#chooseInOtherTab()],
      [2, 'choose another quantity', () => this.#quantity()],
      [1, 'enter a code', () => this.#code()],
      [6, 'pay at the provider', () => this.#payAtProvider()],
      [1, 'pay an unexpected amount', () => this.#payUnexpectedly()],
      [1, 'pay again', () => this.#payAgain()],
      [1, 'a bank starts to process a payment', () => this.#startProcessing()],
      [2, 'banks decide', async () => this.#decide()],
      [2, 'refund at the provider', async () => this.#refundAtProvider()],
      [2, 'a refund fails after a success', async () => this.#failRefund()],
      [3, 'hints arrive', () => this.#deliverHints()],
      [5, 'work', () => this.#work()],
      [3, 'time passes', () => this.#pass(this.#random.of([SECOND, 20 * SECOND, 10 * MINUTE, 32 * MINUTE])!)],
      [2, 'days pass', () => this.#passDays(this.#random.of(this.#world.waits)!)],
      [1, 'the test clock advances', () => this.#advance(this.#random.of([HOUR, ...this.#world.waits])!)],
      [1, 'end the order', () => this.#endOrder()],
      [this.#clock ? 1 : 0, 'delete the test clock', () => this.#deleteClock()],
      [2, 'hanging calls end', () => this.#release()],
      [3, 'refund', () => this.#refund()],
      [1, 'the keys are replaced', () => this.#updateSettings(this.#settings('shop', this.#random.below(9)))],
      [1, 'another account is set', () => this.#updateSettings(this.#settings('other'))],
      [1, 'a method is switched off', () => this.#switchOff()],
      [1, 'reconcile', () => this.#reconcile()],
      [1, 'Redis is emptied', () => this.#emptyRedis()],
    ]
    let left = this.#random.below(steps.reduce((sum, [weight]) => sum + weight, 0))
    const [, name, take] = steps.find(([weight]) => (left -= weight) < 0)!
    this.log.push(name)
    await this.#wait(take())
    this.#recordShown(await this.#opened())
  }

  /** Waits briefly for a step. A hanging call must not stop the others. */
  async #wait(taken: Promise<unknown>): Promise<void> {
    const ended = taken.catch(() => undefined)
    this.#pending.push(ended)
    await Promise.race([ended, pause(200)])
  }

  #settings(account: string, key = 0) {
    return settingsOf(this.#mode, account, key)
  }

  /** Returns the customer of an order. The newest order is more frequent. */
  #order(): Customer {
    const { orders } = this.#world
    return (this.#random.chance(0.4) ? orders.at(-1) : this.#random.of(orders))!.customer
  }

  #chooseProvider(tab?: { customer: Customer; page: Response }): Promise<Response> {
    const method = this.#random.of(METHODS)!
    this.log.push(`    ${method}`)
    return (tab?.customer ?? this.#order()).pay({ payment_method: method }, tab?.page)
  }

  async #payThroughProvider(): Promise<void> {
    await this.#chooseProvider()
    this.#recordShown(await this.#opened())
    const opened = this.#payable().at(-1)
    if (opened) await this.#paid(opened, opened.amount)
  }

  async #payWith(fields: Record<string, string>): Promise<unknown> {
    const customer = this.#order()
    return customer.pay(fields, await customer.get('?choose=1'))
  }

  async #view(): Promise<void> {
    const customer = this.#order()
    this.#tabs.push({ customer, page: await customer.get(this.#random.chance(0.3) ? '?choose=1' : '') })
  }

  async #chooseInOtherTab(): Promise<unknown> {
    const tab = this.#random.of(this.#tabs)
    if (!tab) return
    return this.#random.chance(0.7)
      ? this.#chooseProvider(tab)
      : tab.customer.pay({ payment_method: 'bank_transfer' }, tab.page)
  }

  async #quantity(): Promise<unknown> {
    const customer = this.#order()
    const page = await customer.get('?choose=1')
    const field = /name="(quantity\[\d+\])"/.exec(page.text)?.[1]
    if (!field) return
    const quantity = String(1 + this.#random.below(3))
    return customer.press('update_quantity', { [field]: quantity }, page)
  }

  async #code(): Promise<unknown> {
    const customer = this.#order()
    const page = await customer.get('?choose=1')
    return customer.press('apply_code', { promotion_code: 'TEN' }, page)
  }

  async #endOrder(): Promise<void> {
    const { type, id } = this.#random.of(this.#world.orders)!
    const verb = type === 'invoice' ? 'void' : 'expire'
    const { status } = await this.#shop.post(`/${type}s/${id}/${verb}`)
    this.log.push(`    ${verb} ${type} ${id}: ${status}`)
  }

  /** Confirms or rejects a transfer, even after its end, with any received amount. */
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
    this.log.push(`    ${verb} ${JSON.stringify(body)} of payment ${id}: ${status}`)
  }

  async #opened(): Promise<{ method: string; provider_id: string }[]> {
    return rows(
      'SELECT method, provider_id FROM provider_payments WHERE project_id = ? AND provider_id IS NOT NULL',
      [this.#shop.projectId],
    )
  }

  #recordShown(opened: { method: string; provider_id: string }[]): void {
    for (const { method, provider_id: id } of opened) this.#shown.add(this.#providers.get(method)!.find(id))
  }

  /** Returns the payments that customers have seen and can pay, even after we canceled them. */
  #payable(): PaymentAtProvider[] {
    return [...this.#shown].filter(
      ({ isClosed, isProcessing, paid }) => !isClosed && !isProcessing && paid === 0,
    )
  }

  async #payAtProvider(): Promise<void> {
    const opened = this.#random.of(this.#payable())
    if (opened) await this.#paid(opened, opened.amount)
  }

  /** Pays a part, twice, in another currency, or after the payment was closed. */
  async #payUnexpectedly(): Promise<void> {
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

  async #paid(opened: PaymentAtProvider, amount: number): Promise<void> {
    opened.paid += amount
    opened.isHinted = false
    this.log.push(
      `    ${opened.id} of payment ${opened.paymentId}: ${amount} ${opened.currency} was paid there`,
    )
    this.#hint(opened)
    if (this.#random.chance(0.4)) await this.#deliverHints()
  }

  /** Pays a payment a second time, if the provider allows that. */
  async #payAgain(): Promise<void> {
    const paid = [...this.#providers.get('qpay')!.books].filter(
      (one) => this.#shown.has(one) && one.paid > 0 && !one.isClosed,
    )
    const opened = this.#random.of(paid)
    if (opened) await this.#paid(opened, opened.amount)
  }

  async #startProcessing(): Promise<void> {
    const opened = this.#random.of(this.#payable())
    if (!opened) return
    opened.isProcessing = true
    this.log.push(`    a bank processes ${opened.id} of payment ${opened.paymentId}`)
    this.#hint(opened)
  }

  #decide(): void {
    this.#eachProvider((provider) => {
      for (const opened of provider.books) {
        if (!opened.isProcessing && opened.undecided.size === 0) continue
        provider.decide(opened)
        this.#hint(opened)
      }
    })
  }

  #refundAtProvider(): void {
    const opened = this.#random.of(this.#books().filter((one) => one.paid > refundedAtProvider(one)))
    if (!opened) return
    const left = opened.paid - refundedAtProvider(opened)
    const amount = this.#random.chance(0.5) ? left : Math.ceil(left / 2)
    const book = this.#providers.get(opened.method)!.find(opened.id)
    book.refundedThere += amount
    book.isHinted = false
    this.log.push(`    ${amount} of payment ${opened.paymentId} was refunded there`)
    this.#hint(book)
  }

  /** Fails a successful refund, as for a closed card. Stripe then has the money again. */
  #failRefund(): void {
    const { books } = this.#providers.get('stripe')!
    const refunded = books.filter(
      (one) => one.account === 'shop' && one.refunded.size > 0 && isReportedPaid(one),
    )
    const opened = this.#random.of(refunded)
    if (!opened) return
    const id = this.#random.of([...opened.refunded.keys()])!
    opened.refunded.delete(id)
    opened.refused.add(id)
    opened.failedLater.add(id)
    opened.isHinted = false
    this.log.push(`    refund ${id} of payment ${opened.paymentId} fails after a success`)
    this.#hint(opened)
  }

  /** Sends a hint once, twice or not at all. */
  #hint(opened: PaymentAtProvider): void {
    for (const chance of [0.6, 0.2]) if (this.#random.chance(chance)) this.#hints.push(opened)
  }

  /** Delivers hints in any order. */
  async #deliverHints(): Promise<void> {
    while (this.#hints.length > 0) {
      const at = this.#random.below(this.#hints.length)
      const [opened] = this.#hints.splice(at, 1)
      const path = new URL(opened!.hintUrl).pathname
      const { status } = await ask('post', path).type('text').send(String(opened!.paymentId))
      if (status === 200) opened!.isHinted = true
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
    this.log.push(`    ${JSON.stringify(body)} of payment ${payment.id}: ${status}`)
  }

  async #updateSettings(payment_methods: object): Promise<void> {
    await this.#shop.patch('', { payment_methods })
    dropCachedProject(this.#shop.projectId)
    this.#project = (await cachedProject(this.#shop.projectId))!
  }

  async #switchOff(): Promise<void> {
    const method = this.#random.of(METHODS)!
    await this.#updateSettings({ [method]: { [this.#mode]: { enabled: false } } })
  }

  async #reconcile(): Promise<void> {
    for (const { payment_id: id } of await rows<{ payment_id: number }>(
      'SELECT payment_id FROM provider_payments WHERE project_id = ?',
      [this.#shop.projectId],
    ))
      await reconcilePayment(this.#project, id, this.#atomically)
  }

  async #emptyRedis(): Promise<void> {
    if (producer().status === 'ready') await deleteAllKeys(producer())
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
    this.log.push(`    the test clock was deleted: ${status}`)
    if (status === 200) this.#isClockDeleted = true
  }

  async #pass(time: number): Promise<void> {
    this.#time = later(this.#time, time)
    await this.#work()
  }

  /** Restores the account first: its provider is asked for a few days only. */
  async #passDays(time: number): Promise<void> {
    await this.#updateSettings(this.#settings('shop'))
    for (let day = 0; day < time / DAY; day += 1) await this.#pass(DAY)
  }

  /** Runs each due timer once. */
  async #work(): Promise<void> {
    const due = await rows<{ kind: string; subject_id: number }>(
      'SELECT kind, subject_id FROM timers WHERE project_id = ? AND test_clock_id IS NULL AND due_at <= ? ORDER BY due_at, id',
      [this.#shop.projectId, this.#time],
    )
    for (const { kind, subject_id: id } of due)
      if (kind !== 'clock.advance') await this.#wait(this.#runTimer(kind, id))
  }

  async #runTimer(kind: string, id: number): Promise<unknown> {
    if (kind === 'payment.ask') return askProvider(this.#project, id, this.#atomically)
    if (kind === 'refund.send') return sendRefund(this.#project, id, this.#atomically)
    if (kind.endsWith('_reconcile'))
      return reconcileDaily(this.#project, kind as ReconcileKind, this.#atomically)
    return this.#atomically((tx) => timerSteps[kind as StepKind](tx, this.#project, id))
  }

  /** Runs a transaction of a worker, which may be killed before or after the commit. */
  readonly #atomically: Atomically = async (work) => {
    const fate = this.#random.below(100)
    const isRolledBack = fate < this.#kills / 2
    const result = await atomically(async (tx) => {
      const done = await work(tx)
      if (isRolledBack) throw this.#killed('before it commits')
      return done
    })
    if (fate < this.#kills) throw this.#killed('after it commits')
    return result
  }

  #killed(when: string): Killed {
    this.log.push(`    a worker is killed ${when}`)
    return new Killed()
  }

  /** Ends all faults, and lets enough time pass to decide everything. */
  async #settle(): Promise<void> {
    this.log.push('everything works again')
    this.#eachProvider((provider) => (provider.faults = 0))
    this.#kills = 0
    await this.#updateSettings(this.#settings('shop'))
    for (let round = 0; round < 3; round += 1) {
      await this.#release()
      await Promise.all(this.#pending)
      this.#pending = []
      this.#decide()
      for (const time of [MINUTE, MINUTE, 40 * MINUTE, 40 * MINUTE, DAY]) await this.#pass(time)
    }
    await this.#advance(2 * DAY)
    if (this.#books().some(({ account }) => account === 'other')) {
      this.#otherSince = this.#time
      await this.#updateSettings(this.#settings('other'))
      for (const time of [HOUR, DAY, DAY]) await this.#pass(time)
    }
    await this.#pass(3 * DAY)
  }

  #books(): (PaymentAtProvider & { method: string })[] {
    return [...this.#providers].flatMap(([method, { books }]) =>
      books.map((opened) => ({ ...opened, method })),
    )
  }

  #eachProvider(change: (provider: FakeProvider) => void): void {
    for (const provider of this.#providers.values()) change(provider)
  }
}
