import { Op } from 'sequelize'
import { onConnection } from '../../../db/sql.ts'
import type { Atomically, ModelTx } from '../../../db/transaction.ts'
import type { ReconcileKind } from '../../domain/jobs/catalog.ts'
import { DAY, HOUR, later, MINUTE } from '../../kit/time.ts'
import { ProviderError } from '../../methods/provider.ts'
import { now } from '../../runtime/clock.ts'
import { log, traceJob } from '../../runtime/log.ts'
import {
  claimComparison,
  type DailyComparison,
  isLeaseEnding,
  lockComparison,
  renewComparison,
} from '../payments/providers/daily-comparison.ts'
import { listReconcilable, type ReconcileFilter } from '../payments/providers/list-reconcilable.ts'
import { ProviderPayment } from '../payments/providers/provider-payments-table.ts'
import type { Project, Scope } from '../projects/project.ts'
import { clearTimer, setTimer } from '../timers/set.ts'
import { reconcilePayment } from './reconcile-payment.ts'

/** Time that a payment without money is compared, in milliseconds. After seven days its provider is no longer asked about it. */
const WITHOUT_MONEY = 8 * DAY
/** Time that a payment with money is compared after each change, in milliseconds. */
const WITH_MONEY = 2 * DAY
/** A payment compared within this period was already part of the current comparison. */
const SAME_COMPARISON = 20 * HOUR
/** After this many payments in a row without an answer, the provider or the account is at fault, not the payments. */
const FAULTS_IN_A_ROW = 3
/** The most payments compared by one job. The next job continues. */
const PART = 50

/**
 * Compares a project's payments with their providers, one by one, if the comparison is due. One process at a time
 * does so, in parts: a killed worker leaves a row that is due after its lease, and compared payments are not
 * repeated. A provider that fails or limits requests is paused; other providers continue. The newest payments come
 * first, because payments of a replaced account can no longer be queried.
 */
export async function reconcileDaily(
  project: Project,
  kind: ReconcileKind,
  atomically: Atomically,
  part = PART,
): Promise<void> {
  let comparison = await atomically((tx) => claimComparison(tx, kind, project.id))
  if (!comparison) return
  const scope = { project, isTest: kind === 'project.test_reconcile' }
  const time = now()
  const window = { begunSince: later(time, -WITHOUT_MONEY), changedSince: later(time, -WITH_MONEY) }
  const faults = new Map<string, Faults>()
  const answered = (method: string) => faults.set(method, { ...faults.get(method), inARow: 0 })
  const silent = new Set<string>()
  let unanswered = 0
  let asked = 0
  let differing = 0
  let hasMore = true
  for (let before = Number.MAX_SAFE_INTEGER; hasMore && asked < part;) {
    const limit = part - asked
    const filter = { ...window, notSince: later(time, -SAME_COMPARISON), without: [...silent], before, limit }
    const payments = await onConnection((sql) => listReconcilable(sql, scope, filter))
    hasMore = payments.length === limit
    for (const { id, method } of payments) {
      before = id
      if (silent.has(method)) continue
      if (isLeaseEnding(comparison)) comparison = await keep(comparison, atomically)
      if (!comparison) return
      asked += 1
      try {
        const { isNew } = (await reconcilePayment(project, id, atomically)) ?? { isNew: false }
        if (isNew) differing += 1
        answered(method)
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error
        unanswered += 1
        // The error concerns this payment only, for example one that belongs to another account. It says nothing
        // about the others.
        if (error.fault === 'refused') answered(method)
        else {
          const inARow = (faults.get(method)?.inARow ?? 0) + 1
          faults.set(method, { inARow, last: error })
          if (error.fault === 'limited' || inARow === FAULTS_IN_A_ROW) silent.add(method)
        }
        log().warn({ payment_id: id, method, error: error.message }, 'payment not compared with its provider')
      }
    }
  }
  traceJob({ step: 'reconcile' })
  log().info({ compared: asked - unanswered, differing }, 'payments compared with providers')
  const ended = comparison
  await atomically(async (tx) => {
    if (!(await lockComparison(tx, ended))) return
    // Without payments there is nothing to compare. The next payment that is opened plans the comparison again.
    const subject = { id: project.id, projectId: project.id }
    if (asked === 0 && !(await isAnyLeft(tx, scope, window))) return clearTimer(tx, kind, subject)
    const next = hasMore && silent.size === 0 ? 0 : pauseAfter(faults, hasMore)
    await setTimer(tx, kind, subject, later(time, next))
  })
}

function keep(comparison: DailyComparison, atomically: Atomically): Promise<DailyComparison | null> {
  return atomically((tx) => renewComparison(tx, comparison))
}

/** Returns whether there will be payments to compare. A payment that has only started is not opened yet. */
async function isAnyLeft(
  tx: ModelTx,
  scope: Scope,
  window: Pick<ReconcileFilter, 'begunSince' | 'changedSince'>,
): Promise<boolean> {
  const createdAt = { [Op.gte]: window.begunSince }
  const where = { projectId: scope.project.id, isTest: scope.isTest, createdAt }
  const begun = await ProviderPayment.findOne({ where, transaction: tx.transaction })
  return !!begun || (await listReconcilable(tx.sql, scope, { ...window, limit: 1 })).length > 0
}

/**
 * Returns when to continue. A provider without an answer is asked again later, but waiting payments of other
 * providers come first.
 */
function pauseAfter(faults: ReadonlyMap<string, Faults>, hasMore: boolean): number {
  const pauses = [...faults.values()].flatMap(({ last }) => (last ? [pauseOf(last, hasMore)] : []))
  return pauses.length > 0 ? Math.max(...pauses) : DAY
}

/** Returns how long to pause a provider. Shorter if payments of other providers wait. */
function pauseOf({ fault, retryAfter }: ProviderError, hasMore: boolean): number {
  if (fault === 'limited') return Math.max(retryAfter ?? 0, MINUTE)
  if (hasMore) return MINUTE
  return fault === 'unreachable' ? HOUR : DAY
}

/** The result for one method in one comparison. */
interface Faults {
  inARow: number
  /** The last failure, even if later calls succeeded. */
  last?: ProviderError
}
