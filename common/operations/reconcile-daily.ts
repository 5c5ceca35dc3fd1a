import { onConnection } from '../../db/sql.ts'
import { type Atomically } from '../../db/transaction.ts'
import type { ReconcileKind } from '../jobs/catalog.ts'
import { DAY, HOUR, later, MINUTE } from '../kit/time.ts'
import { ProviderError } from '../payments/methods/provider.ts'
import { listReconcilable } from '../payments/providers/list-reconcilable.ts'
import type { Project } from '../projects/project.ts'
import { now } from '../runtime/clock.ts'
import { log, traceJob } from '../runtime/log.ts'
import { clearTimer, setRealTimer } from '../timers/set.ts'
import { reconcilePayment } from './reconcile-payment.ts'

/** A payment without money is looked at for so long: its provider is given up on after seven days. */
const WITHOUT_MONEY = 8 * DAY
/** One with money, after each change. */
const WITH_MONEY = 2 * DAY
/** Whoever was compared within this day was so by an earlier part of the same look. */
const SAME_LOOK = 20 * HOUR
/** So many are asked about by one job; the next one goes on. */
const PART = 50

/**
 * Asks the providers of a project's payments, one after the other, whether they say the same as we. A part at a time:
 * whoever is killed leaves a row that is due, and what was compared already is not asked about again. A provider that
 * is away, or asked too often, is left in peace for a while.
 */
export async function reconcileDaily(
  project: Project,
  kind: ReconcileKind,
  atomically: Atomically,
): Promise<void> {
  const scope = { project, isTest: kind === 'project.test_reconcile' }
  const time = now()
  const window = { begunSince: later(time, -WITHOUT_MONEY), changedSince: later(time, -WITH_MONEY) }
  const filter = { ...window, notSince: later(time, -SAME_LOOK), after: 0, limit: PART }
  const payments = await onConnection((sql) => listReconcilable(sql, scope, filter))
  const silent = new Set<string>()
  let pause = 0
  let differing = 0
  for (const { id, method } of payments) {
    if (silent.has(method)) continue
    try {
      const { isNew } = (await reconcilePayment(project, id, atomically)) ?? { isNew: false }
      if (isNew) differing += 1
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      silent.add(method)
      pause = Math.max(pause, pauseAfter(error))
      log().warn({ payment_id: id, method, error: error.message }, 'a provider was not compared with')
    }
  }
  traceJob({ step: 'reconcile' })
  log().info({ compared: payments.length, differing }, 'compared with providers')
  await atomically(async (tx) => {
    const next = { ...window, after: 0, limit: 1 }
    const hasMore = payments.length === PART
    const hasAny = payments.length > 0 || (await listReconcilable(tx.sql, scope, next)).length > 0
    // Without payments there is nothing to compare until the next one is opened, which plans it again.
    if (!hasAny) return clearTimer(tx, kind, project.id)
    const at = silent.size > 0 ? later(time, pause) : hasMore ? now() : later(time, DAY)
    await setRealTimer(tx, kind, { id: project.id, projectId: project.id }, at)
  })
}

function pauseAfter({ fault, retryAfter }: ProviderError): number {
  if (fault === 'limited') return Math.max(retryAfter ?? 0, MINUTE)
  return fault === 'unreachable' ? HOUR : DAY
}
