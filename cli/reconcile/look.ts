import { type Reconciled, reconcilePayment } from '../../common/operations/reconcile-payment.ts'
import { ProviderError } from '../../common/payments/methods/provider.ts'
import { listReconcilable, type Reconcilable } from '../../common/payments/providers/list-reconcilable.ts'
import type { Scope } from '../../common/projects/project.ts'
import { atomically } from '../../common/runtime/atomically.ts'
import { onConnection } from '../../db/sql.ts'
import type { Screen } from '../screen.ts'
import { patiently } from './patiently.ts'

const BATCH = 100
/** How often is told how far it is, in milliseconds. */
const TELL_EVERY = 2_000
/** A provider that is silent so often in a row is not asked any more. */
const SILENT = 3

/** What a look at payments has found so far. */
export interface Findings {
  /** Those of which their provider says otherwise, or that were taken further. */
  readonly differing: { payment: Reconcilable; mode: string; reconciled: Reconciled }[]
  readonly unasked: { payment: Reconcilable; mode: string; error: string }[]
  readonly compared: number
  /** The last payment that was asked about. */
  readonly last: { mode: string; id: number } | null
  /** Whether it was ended before all were asked about. */
  readonly isStopped: boolean
}

/** Asks about payments, one after the other, and says from time to time how far it is. */
export class Look implements Findings {
  readonly differing: Findings['differing'] = []
  readonly unasked: Findings['unasked'] = []
  compared = 0
  last: Findings['last'] = null
  readonly #screen: Screen
  readonly #stop: AbortSignal
  #told = performance.now()

  constructor(screen: Screen, stop: AbortSignal) {
    this.#screen = screen
    this.#stop = stop
  }

  get isStopped(): boolean {
    return this.#stop.aborted
  }

  /** Asked anew each time: the types think that an answer holds. */
  #goesOn(): boolean {
    return !this.#stop.aborted
  }

  /** Looks at all payments of a mode behind the one with the id `first`. */
  async at(scope: Scope, since: Date, first: number): Promise<void> {
    const silent = new Map<string, number>()
    for (let after = first; this.#goesOn();) {
      const filter = { begunSince: since, changedSince: since, after, limit: BATCH }
      const payments = await onConnection((sql) => listReconcilable(sql, scope, filter))
      if (payments.length === 0) return
      for (const payment of payments) {
        if (!this.#goesOn()) return
        after = payment.id
        this.#tell()
        await this.#askAbout(payment, scope, silent)
      }
    }
  }

  /** `silent`: how often each method's provider has given no answer in a row. */
  async #askAbout(payment: Reconcilable, scope: Scope, silent: Map<string, number>): Promise<void> {
    const { id, method } = payment
    const mode = scope.isTest ? 'test' : 'live'
    const failures = silent.get(method) ?? 0
    if (failures >= SILENT) {
      this.unasked.push({ payment, mode, error: `${method} is not asked any more` })
      return
    }
    try {
      const ask = () => reconcilePayment(scope.project, id, atomically)
      const reconciled = await patiently(ask, this.#screen, this.#stop)
      silent.delete(method)
      if (!reconciled) this.unasked.push({ payment, mode, error: 'it has changed meanwhile' })
      else this.compared += 1
      if (reconciled?.kind || reconciled?.wentOn) this.differing.push({ payment, mode, reconciled })
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      // What it says of this one, such as that another account has it, it says not of the others.
      if (error.fault === 'refused') silent.delete(method)
      else silent.set(method, failures + 1)
      if (this.#goesOn()) this.unasked.push({ payment, mode, error: error.message })
    }
    if (this.#goesOn()) this.last = { mode, id }
  }

  #tell(): void {
    if (performance.now() - this.#told < TELL_EVERY) return
    this.#told = performance.now()
    const at = this.last ? `at payment ${this.last.id}` : 'begun'
    this.#screen.remark(`${this.compared} compared, ${this.differing.length} differ; ${at}`)
  }
}
