import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import { checkInvariants } from '../../common/invariants/check.ts'
import type { ReconcileKind } from '../../common/jobs/catalog.ts'
import { DAY, later, MINUTE, SECOND } from '../../common/kit/time.ts'
import { askProvider } from '../../common/operations/ask-provider.ts'
import { reconcileDaily } from '../../common/operations/reconcile-daily.ts'
import { sendRefund } from '../../common/operations/send-refund.ts'
import { type TimerStepKind, timerSteps } from '../../common/operations/timer-steps.ts'
import { findGateway } from '../../common/payments/gateways.ts'
import { cachedProject } from '../../common/projects/cache.ts'
import type { Project } from '../../common/projects/project.ts'
import { atomically } from '../../common/runtime/atomically.ts'
import { setClock } from '../../common/runtime/clock.ts'
import { onConnection } from '../../db/sql.ts'
import { Random } from '../money/random.ts'
import { Customer } from '../support/customer.ts'
import { retrieve } from '../support/given/checkout.ts'
import { BANK_ACCOUNT, givenMerchant, type Merchant, tea } from '../support/given/merchant.ts'
import { type Opened, PretendedProvider } from './pretended.ts'

const METHOD = 'qpay'
const SETTINGS = { enabled: true, username: 'shop', password: 'secret', invoice_code: 'SHOP_INVOICE' }

const { PROVIDER_RUNS = '15', PROVIDER_SEED = '1' } = process.env

interface PaymentRow {
  id: number
  payable_id: number
  method: string
  status: string
  amount: number
  amount_received: number | null
  amount_refunded: number
}

/** One order, and everything that may happen to it in any order. */
class History {
  readonly told: string[] = []
  readonly #shop: Merchant
  readonly #project: Project
  readonly #random: Random
  readonly #provider: PretendedProvider
  readonly #id: number
  readonly #customer: Customer
  #time = new Date()
  /** What a customer may have seen, and acts on whenever they like. */
  readonly #shown = new Set<string>()
  /** Calls of processes that were killed, or that hang. */
  #loose: Promise<unknown>[] = []

  private constructor(
    shop: Merchant,
    project: Project,
    random: Random,
    checkout: { id: number; url: string },
  ) {
    this.#shop = shop
    this.#project = project
    this.#random = random
    this.#provider = new PretendedProvider(random, (line) => this.told.push(line))
    this.#id = checkout.id
    this.#customer = new Customer(checkout.url)
    setClock(() => this.#time)
  }

  static async begin(shop: Merchant, seed: number): Promise<History> {
    const project = await cachedProject(shop.projectId)
    const order = { ...tea(), allow_promotion_codes: true }
    const item = { ...order.items[0], adjustable_quantity: { enabled: true, min: 1, max: 9 } }
    const { body } = await shop.post('/checkouts', { ...order, items: [item] }).expect(201)
    return new History(shop, project!, new Random(seed), body.data)
  }

  async play(): Promise<void> {
    const undo = this.#provider.replace(findGateway(METHOD)!)
    try {
      this.#provider.faults = this.#random.of([0, 20, 50])!
      const steps = 4 + this.#random.below(14)
      for (let step = 0; step < steps; step += 1) {
        const count = this.#random.chance(0.3) ? 2 : 1
        await Promise.all(Array.from({ length: count }, () => this.#step()))
      }
      await this.#settle()
      await this.#compare()
    } finally {
      undo()
      setClock()
    }
  }

  async #step(): Promise<void> {
    const steps: [weight: number, name: string, take: () => Promise<unknown>][] = [
      [6, 'pay by the provider', () => this.#customer.pay({ payment_method: METHOD })],
      [2, 'pay by transfer', () => this.#payAnew({ payment_method: 'bank_transfer' })],
      [1, 'pay by the test method', () => this.#payAnew({ payment_method: 'test' })],
      [4, 'look', () => this.#customer.look()],
      [2, 'choose another quantity', () => this.#quantity()],
      [6, 'pay at the provider', () => this.#payThere()],
      [1, 'let a bank work on it', () => this.#process()],
      [2, 'a bank has decided', () => this.#decide()],
      [5, 'work', () => this.#work()],
      [
        3,
        'let time pass',
        () => this.#pass(this.#random.of([SECOND, 20 * SECOND, 10 * MINUTE, 32 * MINUTE])!),
      ],
      [1, 'a day passes', () => this.#pass(DAY)],
      [1, 'expire', () => this.#shop.post(`/checkouts/${this.#id}/expire`)],
      [2, 'let hanging calls end', () => this.#provider.release()],
      [2, 'refund', () => this.#refund()],
    ]
    let left = this.#random.below(steps.reduce((sum, [weight]) => sum + weight, 0))
    const [, name, take] = steps.find(([weight]) => (left -= weight) < 0)!
    this.told.push(name)
    const taken = take()
    // A call that hangs keeps its process: the others go on.
    this.#loose.push(taken.catch(() => undefined))
    await Promise.race([taken, pause(400)])
    await this.#open()
  }

  async #payAnew(fields: Record<string, string>): Promise<unknown> {
    return this.#customer.pay(fields, await this.#customer.look('?choose=1'))
  }

  async #quantity(): Promise<unknown> {
    const page = await this.#customer.look('?choose=1')
    const field = /name="(quantity\[\d+\])"/.exec(page.text)?.[1]
    if (!field) return
    const wanted = String(1 + this.#random.below(3))
    return this.#customer.press('update_quantity', { [field]: wanted }, page)
  }

  /** What customers have been shown and can act on: also long after we have given it up. */
  async #open(): Promise<Opened[]> {
    const rows = await this.#rows<{ provider_id: string }>(
      'SELECT provider_id FROM provider_payments WHERE project_id = ? AND provider_id IS NOT NULL',
    )
    for (const { provider_id: id } of rows) this.#shown.add(id)
    return this.#provider.books.filter(
      ({ id, isClosed, isProcessing, paid }) =>
        this.#shown.has(id) && !isClosed && !isProcessing && paid === 0,
    )
  }

  async #payThere(): Promise<void> {
    const opened = this.#random.of(await this.#open())
    if (!opened) return
    opened.paid = opened.amount
    this.told.push(`    ${opened.id} of payment ${opened.paymentId} is paid there`)
    for (const chance of [0.6, 0.2]) if (this.#random.chance(chance)) await this.#hint(opened.paymentId)
  }

  async #process(): Promise<void> {
    const opened = this.#random.of(await this.#open())
    if (!opened) return
    opened.isProcessing = true
    this.told.push(`    a bank works on ${opened.id} of payment ${opened.paymentId}`)
  }

  async #decide(): Promise<void> {
    const opened = this.#random.of(this.#provider.books.filter(({ isProcessing }) => isProcessing))
    if (opened) decide(opened, this.#random.chance(0.6))
  }

  async #hint(paymentId: number): Promise<void> {
    await onConnection((sql) =>
      sql.run("UPDATE timers SET due_at = ? WHERE kind = 'payment.ask' AND subject_id = ?", [
        this.#time,
        paymentId,
      ]),
    )
  }

  async #pass(time: number): Promise<void> {
    this.#time = later(this.#time, time)
    await this.#work()
  }

  async #refund(): Promise<void> {
    const [payment] = await this.#payments("status IN ('paid', 'refund_required')")
    if (payment) await this.#shop.post(`/payments/${payment.id}/refunds`, {})
  }

  /** What is due now is done, each row once. */
  async #work(): Promise<void> {
    const rows = await this.#rows<{ kind: string; subject_id: number }>(
      'SELECT kind, subject_id FROM timers WHERE project_id = ? AND due_at <= ? ORDER BY due_at, id',
      [this.#time],
    )
    for (const { kind, subject_id: id } of rows) {
      const done =
        kind === 'payment.ask'
          ? askProvider(this.#project, id, atomically)
          : kind === 'refund.send'
            ? sendRefund(this.#project, id, atomically)
            : kind.endsWith('_reconcile')
              ? reconcileDaily(this.#project, kind as ReconcileKind, atomically)
              : atomically((tx) => timerSteps[kind as TimerStepKind](tx, this.#project, id))
      this.#loose.push(Promise.resolve(done).catch(() => undefined))
      await Promise.race([done, pause(400)])
    }
  }

  /** Everything works again, and enough time passes for everything to be decided. */
  async #settle(): Promise<void> {
    this.#provider.faults = 0
    for (let round = 0; round < 3; round += 1) {
      await this.#provider.release()
      await Promise.all(this.#loose)
      this.#loose = []
      for (const opened of this.#provider.books.filter(({ isProcessing }) => isProcessing))
        decide(opened, this.#random.chance(0.5))
      for (const pass of [MINUTE, MINUTE, 40 * MINUTE, 40 * MINUTE, DAY]) await this.#pass(pass)
    }
    await this.#pass(3 * DAY)
  }

  /** What the provider has taken is here, and each payment knows what has become of it. */
  async #compare(): Promise<void> {
    const checkout = await retrieve(this.#shop, this.#id)
    const payments = await this.#payments('TRUE')
    for (const payment of payments.filter(({ method }) => method === METHOD)) {
      const there = this.#provider.books.filter(({ paymentId }) => paymentId === payment.id)
      const paid = there.reduce((sum, opened) => sum + opened.paid, 0)
      const about = `payment ${payment.id} is ${payment.status}, ${paid} was paid`
      if (paid > 0) expect(['paid', 'refund_required', 'refunded'], about).to.include(payment.status)
      else expect(['failed', 'canceled'], about).to.include(payment.status)
      expect(payment.amount_received ?? 0, about).to.equal(paid)
      const back = there.flatMap(({ refunded }) => [...refunded.values()]).reduce((sum, one) => sum + one, 0)
      expect(payment.amount_refunded, `refunds of ${about}`).to.equal(back)
    }
    const isPaid = payments.some(({ status }) => status === 'paid' || status === 'refunded')
    if (payments.filter(({ status }) => status === 'paid').length > 0)
      expect(checkout.status).to.equal('complete')
    if (checkout.status === 'complete') expect(isPaid, 'complete, and nothing is paid').to.equal(true)
    const rest = await this.#rows<{ step: string }>(
      "SELECT step FROM provider_payments WHERE project_id = ? AND step <> 'done'",
    )
    expect(rest, 'asked for good').to.deep.equal([])
    expect(await this.#open(), 'can still be paid at the provider').to.deep.equal([])
    const violations = await onConnection((sql) => checkInvariants(sql, { now: this.#time }))
    expect(violations.filter(({ count, name }) => count > 0 && !name.endsWith('_in_time'))).to.deep.equal([])
  }

  #payments(where: string): Promise<PaymentRow[]> {
    return onConnection((sql) =>
      sql.rows<PaymentRow>(
        `SELECT * FROM payments WHERE payable_type = 'checkout' AND payable_id = ? AND ${where} ORDER BY id`,
        [this.#id],
      ),
    )
  }

  #rows<Row>(text: string, values: (string | Date)[] = []): Promise<Row[]> {
    return onConnection((sql) => sql.rows<Row & object>(text, [this.#shop.projectId, ...values]))
  }
}

function decide(
  opened: { isProcessing: boolean; isClosed: boolean; paid: number; amount: number },
  isPaid: boolean,
): void {
  opened.isProcessing = false
  if (isPaid) opened.paid = opened.amount
  else opened.isClosed = true
}

describe('payments whose provider says how they stand', () => {
  it('come to what the provider has taken, whatever gets lost, comes late, or is done at once', async () => {
    for (let run = 0; run < Number(PROVIDER_RUNS); run += 1) {
      const seed = Number(PROVIDER_SEED) + run
      const shop = await givenMerchant()
      const payment_methods = { bank_transfer: BANK_ACCOUNT, [METHOD]: { test: SETTINGS } }
      await shop.patch('', { payment_methods }).expect(200)
      const history = await History.begin(shop, seed)
      try {
        await history.play()
      } catch (error) {
        const told = history.told.map((line) => `\n  ${line}`).join('')
        throw new Error(`PROVIDER_SEED=${seed} PROVIDER_RUNS=1: ${(error as Error).message}${told}`, {
          cause: error,
        })
      }
    }
  }).timeout(Number(PROVIDER_RUNS) * 10_000 + 60_000)
})
