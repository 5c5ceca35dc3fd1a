import { setTimeout as pause } from 'node:timers/promises'
import { formatAmount } from '../common/kit/format.ts'
import { Refusal } from '../common/kit/refusal.ts'
import { parseTime, SECOND } from '../common/kit/time.ts'
import { type Reconciled, reconcilePayment } from '../common/operations/reconcile-payment.ts'
import { ProviderError } from '../common/payments/methods/provider.ts'
import { listReconcilable, type Reconcilable } from '../common/payments/providers/list-reconcilable.ts'
import { ADVICE } from '../common/payments/rules/discrepancy.ts'
import type { Scope } from '../common/projects/project.ts'
import { atomically } from '../common/runtime/atomically.ts'
import { onConnection } from '../db/sql.ts'
import { type Command, Misuse } from './command.ts'
import { columns } from './print.ts'
import { projectWithId, readId } from './read-id.ts'
import { readModes } from './read-mode.ts'
import type { Screen } from './screen.ts'

const BATCH = 100
/** How often is told how far it is, in milliseconds. */
const TELL_EVERY = 2_000
/** A provider that is silent so often in a row is not asked any more. */
const SILENT = 3
/** How often one payment waits for a provider that was asked too often, and how long where it does not say. */
const MOST_PAUSES = 5
const PAUSE = 10 * SECOND

export const paymentReconcile: Command = {
  name: 'payment reconcile',
  summary: 'Ask the providers of payments how they stand, and print what differs',
  options: {
    project: { value: 'ID', help: 'Whose payments', required: true },
    since: {
      value: 'DATE',
      help: 'Those that began, or changed, since then, such as 2026-01-31',
      required: true,
    },
    mode: { value: 'test|live', help: 'Only those of this mode' },
    after: { value: 'ID', help: 'Go on behind this payment, where an earlier look has ended' },
  },
  async run({ options }, screen) {
    const projectId = readId(options.project, 'project')
    const since = readSince(options.since)
    if (options.after !== undefined && options.mode === undefined)
      throw new Misuse(['payment reconcile needs --mode with --after: each mode is looked at by itself.'])
    const after = options.after === undefined ? 0 : readId(options.after, 'payment')
    const project = await onConnection((sql) => projectWithId(sql, projectId))
    const look = new Look(screen, screen.stop())
    for (const isTest of readModes(options.mode)) await look.at({ project, isTest }, since, after)
    return look.printed()
  },
}

function readSince(text = ''): Date {
  const time = parseTime(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : text)
  if (time) return time
  const say =
    '--since must be a date, such as 2026-01-31, or a time with an offset, such as 2026-01-31T09:30:00Z.'
  throw new Refusal({ code: 'validation_failed', path: '--since', params: { say } })
}

/** One look at payments, one after the other, and what it has found. */
class Look {
  readonly #screen: Screen
  readonly #stop: AbortSignal
  readonly #found: { payment: Reconcilable; mode: string; reconciled: Reconciled }[] = []
  readonly #unasked: { payment: Reconcilable; mode: string; error: string }[] = []
  #compared = 0
  #last: { mode: string; id: number } | null = null
  #told = performance.now()

  constructor(screen: Screen, stop: AbortSignal) {
    this.#screen = screen
    this.#stop = stop
  }

  /** Asked anew each time: the types think that an answer holds. */
  #isStopped(): boolean {
    return this.#stop.aborted
  }

  async at(scope: Scope, since: Date, first: number): Promise<void> {
    const mode = scope.isTest ? 'test' : 'live'
    const silent = new Map<string, number>()
    for (let after = first; !this.#isStopped();) {
      const filter = { begunSince: since, changedSince: since, after, limit: BATCH }
      const payments = await onConnection((sql) => listReconcilable(sql, scope, filter))
      if (payments.length === 0) return
      for (const payment of payments) {
        if (this.#isStopped()) return
        const { id, method } = payment
        after = id
        this.#tell()
        if ((silent.get(method) ?? 0) >= SILENT) {
          this.#unasked.push({ payment, mode, error: `${method} is not asked any more` })
          continue
        }
        try {
          const reconciled = await this.#patiently(() => reconcilePayment(scope.project, id, atomically))
          silent.delete(method)
          this.#compared += 1
          if (reconciled && (reconciled.kind || reconciled.wentOn))
            this.#found.push({ payment, mode, reconciled })
        } catch (error) {
          if (!(error instanceof ProviderError)) throw error
          silent.set(method, error.fault === 'account' ? SILENT : (silent.get(method) ?? 0) + 1)
          if (!this.#isStopped()) this.#unasked.push({ payment, mode, error: error.message })
        }
        if (!this.#isStopped()) this.#last = { mode, id }
      }
    }
  }

  /** Waits where the provider says that it is asked too often. */
  async #patiently<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    for (let pauses = 0; ; pauses += 1) {
      try {
        return await ask()
      } catch (error) {
        if (!(error instanceof ProviderError) || error.fault !== 'limited' || pauses === MOST_PAUSES)
          throw error
        const wait = error.retryAfter ?? PAUSE
        this.#screen.remark(`The provider is asked too often: waiting for ${Math.ceil(wait / SECOND)} s.`)
        await pause(wait, undefined, { signal: this.#stop }).catch(() => undefined)
        if (this.#isStopped()) throw error
      }
    }
  }

  #tell(): void {
    if (performance.now() - this.#told < TELL_EVERY) return
    this.#told = performance.now()
    this.#screen.remark(
      `${this.#compared} compared, ${this.#found.length} differ; ${this.#last ? `at payment ${this.#last.id}` : 'begun'}`,
    )
  }

  /** Live is looked at before test. */
  #goOn(): string {
    if (!this.#last) return 'Begin again.'
    const { mode, id } = this.#last
    return `Go on with --mode ${mode} --after ${id}${mode === 'live' ? ', then with --mode test' : ''}.`
  }

  printed() {
    const rows = this.#found.map(({ payment, mode, reconciled }) => [
      `${payment.id}`,
      mode,
      payment.method,
      oursOf(reconciled),
      theirsOf(reconciled),
      adviceOn(reconciled),
    ])
    const heads = ['PAYMENT', 'MODE', 'METHOD', 'OURS', 'THEIRS', 'WHAT TO DO']
    const unasked = this.#unasked.map(
      ({ payment, error }) => `Payment ${payment.id} was not compared: ${error}`,
    )
    const isStopped = this.#isStopped()
    const text = [
      ...(rows.length > 0 ? [columns([heads, ...rows]), ''] : []),
      ...unasked,
      `${this.#compared} compared, ${this.#found.length} differ, ${unasked.length} could not be asked about.`,
      ...(isStopped ? [`Ended before all were asked about. ${this.#goOn()}`] : []),
    ].join('\n')
    const json = {
      compared: this.#compared,
      ended_early: isStopped,
      last: this.#last,
      differences: this.#found.map(({ payment, mode, reconciled }) => ({
        payment_id: payment.id,
        mode,
        method: payment.method,
        kind: reconciled.kind,
        ours: reconciled.ours,
        theirs: reconciled.theirs,
        taken_further: reconciled.wentOn,
        what_to_do: adviceOn(reconciled),
      })),
      unasked: this.#unasked.map(({ payment, mode, error }) => ({ payment_id: payment.id, mode, error })),
    }
    const isWhole = this.#found.every(({ reconciled }) => reconciled.kind === null) && unasked.length === 0
    return { json, text, failed: !isWhole || isStopped }
  }
}

function oursOf({ ours }: Reconciled): string {
  const money = (amount: number) => formatAmount(amount, ours.currency, 'en')
  const refunded = ours.refunded > 0 ? `, ${money(ours.refunded)} given back` : ''
  return `${ours.status}, ${money(ours.received)}${refunded}`
}

function theirsOf({ theirs, ours }: Reconciled): string {
  if (theirs.state === 'processing') return theirs.state
  if (theirs.state !== 'paid')
    return `${theirs.state}, ${formatAmount(theirs.received ?? 0, ours.currency, 'en')}`
  const refunded =
    theirs.refunded > 0 ? `, ${formatAmount(theirs.refunded, theirs.currency, 'en')} given back` : ''
  return `paid, ${formatAmount(theirs.amount, theirs.currency, 'en')}${refunded}`
}

function adviceOn({ kind, wentOn }: Reconciled): string {
  if (kind) return ADVICE[kind]
  return wentOn ? 'Nothing: it was taken further here.' : ''
}
