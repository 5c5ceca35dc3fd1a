import request from 'supertest'
import type { StepKind } from '../../common/domain/jobs/catalog.ts'
import type { Form, FormErrors } from '../../common/kit/form.ts'
import { Refusal } from '../../common/kit/refusal.ts'
import { Submission } from '../../common/kit/submission.ts'
import { now, setClock } from '../../common/runtime/clock.ts'
import { createCheckout } from '../../common/services/checkouts/create.ts'
import { startAgain } from '../../common/services/checkouts/start-again.ts'
import { saveCustomer } from '../../common/services/customers/save.ts'
import { changeOrder, isOrderChange } from '../../common/services/operations/change-order.ts'
import { deleteClock } from '../../common/services/operations/delete-clock.ts'
import { deleteCustomer } from '../../common/services/operations/delete-customer.ts'
import { expireCheckoutNow } from '../../common/services/operations/expire-checkout.ts'
import { findOrOpenRenewal } from '../../common/services/operations/open-renewal.ts'
import { payCheckout } from '../../common/services/operations/pay-checkout.ts'
import { refundPayment } from '../../common/services/operations/refund-payment.ts'
import { scheduleChangeAndExpire } from '../../common/services/operations/schedule-change.ts'
import { startTrialForCustomer } from '../../common/services/operations/start-trial.ts'
import { timerSteps } from '../../common/services/operations/timer-steps.ts'
import { walkClock } from '../../common/services/operations/walk-clock.ts'
import { confirmPayment } from '../../common/services/payments/confirm.ts'
import { rejectPayment } from '../../common/services/payments/reject.ts'
import { reportPayment } from '../../common/services/payments/report.ts'
import { choosePlan } from '../../common/services/portal/choose-plan.ts'
import { cachedProject } from '../../common/services/projects/cache.ts'
import type { Scope } from '../../common/services/projects/project.ts'
import { cancelSubscription } from '../../common/services/subscriptions/cancel.ts'
import { resumeSubscription } from '../../common/services/subscriptions/resume.ts'
import { advanceClock } from '../../common/services/test-clocks/advance.ts'
import { createClock } from '../../common/services/test-clocks/create.ts'
import { onConnection } from '../../db/sql.ts'
import { type ModelTx, transact, type Tx } from '../../db/transaction.ts'
import { app } from '../support/ask.ts'
import { hiddenFields } from '../support/customer.ts'
import { BANK_ACCOUNT, givenMerchant, type Merchant } from '../support/given/merchant.ts'
import { Calendar } from './calendar.ts'
import { CODES, GRACE, type Plan, PLANS, type Product } from './catalogue.ts'
import type { Confirmed } from './effects.ts'

/** The result of an operation or a request. */
export interface Answer<Data = unknown> {
  status: number
  /** The code of a refusal. */
  code: string | null
  data: Data
  error?: unknown
}

/** The page of a checkout. */
export interface Opened {
  id: number
  url: string
}

/**
 * A merchant and the ways to call the service. Most steps call the operations directly, each in its own
 * transaction. `byHttp` uses the API and the hosted page, as merchants and browsers do.
 */
export class Shop {
  readonly merchant: Merchant
  readonly calendar: Calendar
  readonly priceOf: ReadonlyMap<Plan, number>
  readonly planOf: ReadonlyMap<number, Plan>

  private constructor(merchant: Merchant, calendar: Calendar, priceOf: ReadonlyMap<Plan, number>) {
    this.merchant = merchant
    this.calendar = calendar
    this.priceOf = priceOf
    this.planOf = new Map([...priceOf].map(([plan, id]) => [id, plan]))
  }

  static async open({ zone, offset }: { zone: string; offset: number }): Promise<Shop> {
    const merchant = await givenMerchant({ timezone: zone })
    const products = new Map<Product, number>()
    for (const name of Object.keys(GRACE) as Product[]) {
      const body = { name, grace_period_days: GRACE[name] }
      products.set(name, (await merchant.post('/products', body).expect(201)).body.data.id)
    }
    const priceOf = new Map<Plan, number>()
    for (const [lookup_key, { product, amount, months }] of Object.entries(PLANS)) {
      const interval = months === 12 ? ['year', 1] : ['month', months]
      const [recurring_interval, recurring_interval_count] = interval
      const price = { lookup_key, product_id: products.get(product), unit_amount: amount }
      const body = { ...price, recurring_interval, recurring_interval_count }
      priceOf.set(lookup_key as Plan, (await merchant.post('/prices', body).expect(201)).body.data.id)
    }
    for (const [code, { product, ...terms }] of Object.entries(CODES)) {
      const body = { code, ...terms, ...(product && { product_ids: [products.get(product)] }) }
      await merchant.post('/promotion-codes', body).expect(201)
    }
    await merchant.patch('', { payment_methods: { bank_transfer: BANK_ACCOUNT } }).expect(200)
    return new Shop(merchant, new Calendar(offset), priceOf)
  }

  /** Resets the uses of codes and deletes timers, events and emails. */
  async tidyUp(): Promise<void> {
    const { projectId } = this.merchant
    await onConnection(async (sql) => {
      for (const table of ['redemptions', 'timers', 'events', 'emails'])
        await sql.run(`DELETE FROM ${table} WHERE project_id = ?`, [projectId])
      await sql.run(
        'UPDATE promotion_codes SET times_reserved = 0, times_redeemed = 0 WHERE project_id = ?',
        [projectId],
      )
      // A failed history leaves reported transfers, and the daily digest would list them permanently.
      await sql.run("UPDATE payments SET status = 'canceled' WHERE project_id = ? AND status = 'pending'", [
        projectId,
      ])
    })
  }

  // Customers and clocks.

  async clock(frozen: Date): Promise<number> {
    const answer = await this.#direct((tx, scope) =>
      createClock(tx, scope, new Submission({ frozen_time: frozen })),
    )
    return answer.data!.id
  }

  async customer(clock: number | null): Promise<number> {
    const input = { email: 'bat@example.com', ...(clock !== null && { test_clock_id: clock }) }
    const answer = await this.#direct((tx, scope) => saveCustomer(tx, scope, new Submission(input)))
    return answer.data!.customer.id
  }

  erase(id: number, byHttp: boolean) {
    if (byHttp) return this.#api('delete', `/customers/${id}`)
    return this.#direct((tx, scope) => deleteCustomer(tx, scope, id))
  }

  deleteClock(id: number, byHttp: boolean) {
    if (byHttp) return this.#api('delete', `/test-clocks/${id}`)
    return this.#direct((tx, scope) => deleteClock(tx, scope, id))
  }

  // Checkouts.

  async open(body: OpenBody, byHttp: boolean): Promise<Answer<Opened | null>> {
    if (byHttp) return this.#api<Opened>('post', '/checkouts', body)
    return this.#direct((tx, scope) => createCheckout(tx, scope, new Submission(body)))
  }

  /** Presses a button on the page of a checkout. The data lists the problems that the page found. */
  async press(
    of: Opened,
    action: string,
    form: Record<string, string>,
    byHttp: boolean,
  ): Promise<Answer<string[]>> {
    if (byHttp) return pressPage(of.url, action, form)
    const { id } = of
    const answer = await this.#direct((tx, scope) => act(tx, scope, id, action, form))
    return { ...answer, data: Object.keys(answer.data ?? {}) }
  }

  async startAgain({ id }: Opened): Promise<Answer<Opened | null>> {
    return this.#page(await this.#direct((tx, scope) => startAgain(tx, scope, id)))
  }

  expire(id: number, byHttp: boolean) {
    if (byHttp) return this.#api('post', `/checkouts/${id}/expire`)
    return this.#direct((tx, scope) => expireCheckoutNow(tx, scope, id))
  }

  reject(id: number, byHttp: boolean) {
    if (byHttp) return this.#api('post', `/payments/${id}/reject`, {})
    return this.#direct((tx, scope) => rejectPayment(tx, scope, id, null, 'api'))
  }

  confirm(id: number, byHttp: boolean, { sum, partly = false, late = false }: Confirming = {}) {
    const body = {
      ...(sum !== undefined && { amount_received: sum }),
      ...{ accept_partial: partly, accept_late: late },
    }
    if (byHttp) return this.#api('post', `/payments/${id}/confirm`, body)
    const entry = { verifiedBy: 'api', amountReceived: sum, acceptPartial: partly, acceptLate: late }
    return this.#direct((tx, scope) => confirmPayment(tx, scope, id, entry))
  }

  refund(id: number, amount: number, byHttp: boolean) {
    if (byHttp) return this.#api('post', `/payments/${id}/refunds`, { amount })
    return this.#direct((tx, scope) => refundPayment(tx, scope, id, new Submission({ amount })))
  }

  // Subscriptions.

  trial(customer: number, plan: Plan, days: number, byHttp: boolean): Promise<Answer<{ id: number } | null>> {
    const body = { customer_id: customer, price: plan, trial_days: days }
    if (byHttp) return this.#api<{ id: number }>('post', '/subscriptions', body)
    return this.#direct((tx, scope) => startTrialForCustomer(tx, scope, new Submission(body)))
  }

  cancel(id: number, mode: 'at_period_end' | 'immediately', byHttp: boolean) {
    if (byHttp) return this.#api('post', `/subscriptions/${id}/cancel`, { mode })
    return this.#direct((tx, scope) => cancelSubscription(tx, scope, id, mode))
  }

  resume(id: number, byHttp: boolean) {
    if (byHttp) return this.#api('post', `/subscriptions/${id}/resume`)
    return this.#direct((tx, scope) => resumeSubscription(tx, scope, id))
  }

  schedule(id: number, plan: Plan | null, byHttp: boolean) {
    if (byHttp) return this.#api('post', `/subscriptions/${id}/schedule-change`, { price: plan })
    const draft = () => new Submission({ price: plan } as { price?: string })
    return this.#direct((tx, scope) => scheduleChangeAndExpire(tx, scope, id, draft()))
  }

  /** Presses the portal's button to renew. */
  async renewal(id: number, periods: number): Promise<Answer<Opened | null>> {
    return this.#page(
      await this.#direct(async (tx, scope) => (await findOrOpenRenewal(tx, scope, id, periods)).url),
    )
  }

  /** Presses the portal's button to change the plan. Returns no page if the change is scheduled. */
  async choosePlan(id: number, plan: Plan): Promise<Answer<Opened | null>> {
    const back = { success_url: PORTAL, cancel_url: PORTAL, locale: 'en' } as const
    return this.#page(
      await this.#direct((tx, scope) => choosePlan(tx, scope, id, this.priceOf.get(plan)!, back)),
    )
  }

  // Time.

  /** Lets real time pass, as `travelTo` does. Returns the error of a step that fails. */
  async travel(target: number): Promise<Answer> {
    const project = (await cachedProject(this.merchant.projectId))!
    for (;;) {
      const due = await this.nextDue(null)
      if (!due || due.due_at.getTime() > target) break
      setClock(() => due.due_at)
      const answer = await attempt((tx) => timerSteps[due.kind](tx, project, due.subject_id))
      if (answer.error) return answer
    }
    setClock(() => new Date(target))
    return { status: 200, code: null, data: null }
  }

  /** Advances a test clock as a worker does. */
  async advance(clock: number, target: number, byHttp: boolean): Promise<Answer> {
    const frozen_time = new Date(target)
    const sent = byHttp
      ? await this.#api('post', `/test-clocks/${clock}/advance`, { frozen_time: frozen_time.toISOString() })
      : await this.#direct((tx, scope) => advanceClock(tx, scope, clock, new Submission({ frozen_time })))
    if (sent.status !== 200) return sent
    try {
      const atomically = async <Result>(work: (tx: ModelTx) => Promise<Result>) =>
        (await transact(work, { now })).result
      await walkClock(clock, atomically, Infinity)
      return sent
    } catch (error) {
      return { status: 500, code: null, data: null, error }
    }
  }

  /** Returns the next timer in real time or on a test clock. */
  nextDue(clock: number | null) {
    return onConnection((sql) =>
      sql.row<{ kind: StepKind; subject_id: number; due_at: Date }>(
        `SELECT kind, subject_id, due_at FROM timers WHERE project_id = ? AND test_clock_id <=> ?
           AND kind <> 'clock.advance' ORDER BY due_at, id LIMIT 1`,
        [this.merchant.projectId, clock],
      ),
    )
  }

  #page({ data: url, ...answer }: Answer<string | null>): Answer<Opened | null> {
    const id = url && /\/checkout\/(\d+)\//.exec(url)?.[1]
    return { ...answer, data: id ? { id: Number(id), url } : null }
  }

  async #direct<Data>(work: (tx: ModelTx, scope: Scope) => Promise<Data>): Promise<Answer<Data | null>> {
    const project = (await cachedProject(this.merchant.projectId))!
    return attempt((tx) => work(tx, { project, isTest: true }))
  }

  async #api<Data>(method: 'post' | 'delete', path: string, body?: object): Promise<Answer<Data | null>> {
    const { status, body: answer } = await this.merchant.call(method, path, body)
    const { data, code } = answer as { data?: Data; code?: string }
    return { status, code: code ?? null, data: data ?? null }
  }
}

const PORTAL = 'https://shop.example.org/portal'

/** The merchant's entry about received money. */
export type Confirming = Pick<Confirmed, 'sum' | 'partly' | 'late'>

export interface OpenBody {
  items: ({ quantity: number; adjustable_quantity?: { enabled: boolean; max: number } } & (
    { price: string } | { price_data: { unit_amount: number; product_data: { name: string } } }
  ))[]
  customer_id: number
  subscription_id?: number
  discounts?: { amount: number; description: string }[]
  allow_promotion_codes: boolean
}

/** Runs one transaction. A refusal becomes its response, and any other error a 500. */
async function attempt<Data>(work: (tx: ModelTx) => Promise<Data>): Promise<Answer<Data | null>> {
  try {
    const { result } = await transact(work, { now })
    return { status: 200, code: null, data: result }
  } catch (error) {
    if (!(error instanceof Refusal)) return { status: 500, code: null, data: null, error }
    const codes = new Set(error.problems.map(({ code }) => code))
    const code = codes.size === 1 ? error.problems[0].code : 'validation_failed'
    return { status: error.status, code, data: null }
  }
}

function act(tx: Tx, scope: Scope, id: number, action: string, form: Form): Promise<FormErrors> {
  if (action === 'pay') return payCheckout(tx, scope, { id }, form, 'en')
  if (action === 'claim_transfer') return reportPayment(tx, scope, { type: 'checkout', id })
  if (isOrderChange(action)) return changeOrder(tx, scope, { id }, action, form)
  throw new Error(`no button ${action}`)
}

/** Presses a button on the hosted page. A page that does not redirect has found a problem. */
async function pressPage(
  url: string,
  action: string,
  form: Record<string, string>,
): Promise<Answer<string[]>> {
  const { pathname } = new URL(url)
  const { text } = await request(app).get(pathname)
  const sent = { ...hiddenFields(text), ...form, action }
  const { status } = await request(app).post(pathname).type('form').send(sent)
  return { status: status < 400 ? 200 : status, code: null, data: status === 303 ? [] : ['page'] }
}
