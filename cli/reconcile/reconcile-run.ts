import { ProviderError } from '../../common/methods/provider.ts'
import { atomically } from '../../common/runtime/atomically.ts'
import { type Reconciled, reconcilePayment } from '../../common/services/operations/reconcile-payment.ts'
import {
  listReconcilable,
  type Reconcilable,
} from '../../common/services/payments/providers/list-reconcilable.ts'
import type { Scope } from '../../common/services/projects/project.ts'
import { onConnection } from '../../db/sql.ts'
import type { Screen } from '../screen.ts'
import { retryWhenLimited } from './retry-when-limited.ts'

const BATCH = 100
/** Interval of progress remarks in milliseconds. */
const REMARK_EVERY = 2_000
/** Consecutive failures after which a provider is not called any more. */
const MOST_FAILURES = 3

/** Results of a run so far. */
export interface Findings {
  /** Payments that differ from the provider's records, or that the run updated. */
  readonly differing: { payment: Reconcilable; mode: string; reconciled: Reconciled }[]
  readonly unasked: { payment: Reconcilable; mode: string; error: string }[]
  readonly compared: number
  /** The last payment that was compared. */
  readonly last: { mode: string; id: number } | null
  /** The run was stopped before all payments were compared. */
  readonly isStopped: boolean
}

/** Compares payments with their providers one after the other, and prints the progress. */
export class ReconcileRun implements Findings {
  readonly differing: Findings['differing'] = []
  readonly unasked: Findings['unasked'] = []
  compared = 0
  last: Findings['last'] = null
  readonly #screen: Screen
  readonly #stop: AbortSignal
  #remarkedAt = performance.now()

  constructor(screen: Screen, stop: AbortSignal) {
    this.#screen = screen
    this.#stop = stop
  }

  get isStopped(): boolean {
    return this.#stop.aborted
  }

  /** A method, not a property: TypeScript would assume that a checked property stays unchanged. */
  #isRunning(): boolean {
    return !this.#stop.aborted
  }

  /** Compares all payments of a mode after the one with the id `first`. */
  async compareAll(scope: Scope, since: Date, first: number): Promise<void> {
    const failures = new Map<string, number>()
    for (let after = first; this.#isRunning();) {
      const filter = { begunSince: since, changedSince: since, after, limit: BATCH }
      const payments = await onConnection((sql) => listReconcilable(sql, scope, filter))
      if (payments.length === 0) return
      for (const payment of payments) {
        if (!this.#isRunning()) return
        after = payment.id
        this.#remark()
        await this.#compare(payment, scope, failures)
      }
    }
  }

  /** Compares one payment. `failures`: consecutive failures by method. */
  async #compare(payment: Reconcilable, scope: Scope, failures: Map<string, number>): Promise<void> {
    const { id, method } = payment
    const mode = scope.isTest ? 'test' : 'live'
    const failed = failures.get(method) ?? 0
    if (failed >= MOST_FAILURES) {
      this.unasked.push({ payment, mode, error: `${method} has failed too often and is not called any more` })
      return
    }
    try {
      const ask = () => reconcilePayment(scope.project, id, atomically)
      const reconciled = await retryWhenLimited(ask, this.#screen, this.#stop)
      failures.delete(method)
      if (!reconciled)
        this.unasked.push({ payment, mode, error: 'it changed during the comparison; compare it again' })
      else this.compared += 1
      if (reconciled?.kind || reconciled?.wentOn) this.differing.push({ payment, mode, reconciled })
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      // A refusal is about this payment only, for example if it belongs to another account.
      if (error.fault === 'refused') failures.delete(method)
      else failures.set(method, failed + 1)
      if (this.#isRunning()) this.unasked.push({ payment, mode, error: error.message })
    }
    if (this.#isRunning()) this.last = { mode, id }
  }

  #remark(): void {
    if (performance.now() - this.#remarkedAt < REMARK_EVERY) return
    this.#remarkedAt = performance.now()
    const at = this.last ? `at payment ${this.last.id}` : 'started'
    this.#screen.remark(`${this.compared} compared, ${this.differing.length} differ; ${at}`)
  }
}
