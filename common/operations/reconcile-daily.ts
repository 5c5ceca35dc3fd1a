import { onConnection } from '../../db/sql.ts'
import type { Atomically, Tx } from '../../db/transaction.ts'
import type { ReconcileKind } from '../jobs/catalog.ts'
import { DAY, HOUR, later, MINUTE } from '../kit/time.ts'
import { ProviderError } from '../payments/methods/provider.ts'
import { listReconcilable, type ReconcileFilter } from '../payments/providers/list-reconcilable.ts'
import {
  claimLook,
  isLookEnding,
  keepLook,
  lockLook,
  type Look,
} from '../payments/providers/plan-reconciling.ts'
import type { Project, Scope } from '../projects/project.ts'
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
/** So many payments in a row without an answer are a fault of the provider or the account, not theirs. */
const FAULTS_IN_A_ROW = 3
/** So many are asked about by one job; the next one goes on. */
const PART = 50

/**
 * Asks the providers of a project's payments, one after the other, whether they say the same as we: where that is due,
 * and one process at a time. A part at a time: whoever is killed leaves a row that is due once its lease is over, and
 * what was compared already is not asked about again. A provider that is away, or asked too often, is left in peace for
 * a while; its payments do not stand in the way of the others'. The newest come first: those of an account that was
 * replaced can be asked about no more, and stand behind all of the present one.
 */
export async function reconcileDaily(
  project: Project,
  kind: ReconcileKind,
  atomically: Atomically,
  part = PART,
): Promise<void> {
  let look = await atomically((tx) => claimLook(tx, kind, project.id))
  if (!look) return
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
    const filter = { ...window, notSince: later(time, -SAME_LOOK), without: [...silent], before, limit }
    const payments = await onConnection((sql) => listReconcilable(sql, scope, filter))
    hasMore = payments.length === limit
    for (const { id, method } of payments) {
      before = id
      if (silent.has(method)) continue
      if (isLookEnding(look)) look = await keep(look, atomically)
      if (!look) return
      asked += 1
      try {
        const { isNew } = (await reconcilePayment(project, id, atomically)) ?? { isNew: false }
        if (isNew) differing += 1
        answered(method)
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error
        unanswered += 1
        // What it says of this one, such as that another account has it, it says not of the others.
        if (error.fault === 'refused') answered(method)
        else {
          const inARow = (faults.get(method)?.inARow ?? 0) + 1
          faults.set(method, { inARow, last: error })
          if (error.fault === 'limited' || inARow === FAULTS_IN_A_ROW) silent.add(method)
        }
        log().warn({ payment_id: id, method, error: error.message }, 'a provider was not compared with')
      }
    }
  }
  traceJob({ step: 'reconcile' })
  log().info({ compared: asked - unanswered, differing }, 'compared with providers')
  const ended = look
  await atomically(async (tx) => {
    if (!(await lockLook(tx, ended))) return
    // Without payments there is nothing to compare until the next one is opened, which plans it again.
    if (asked === 0 && !(await isAnyLeft(tx, scope, window))) return clearTimer(tx, kind, project.id)
    const next = hasMore && silent.size === 0 ? 0 : pauseAfter(faults, hasMore)
    await setRealTimer(tx, kind, { id: project.id, projectId: project.id }, later(time, next))
  })
}

function keep(look: Look, atomically: Atomically): Promise<Look | null> {
  return atomically((tx) => keepLook(tx, look))
}

/** Whether there will be something to compare: a payment that has only begun has not been opened yet. */
async function isAnyLeft(
  tx: Tx,
  scope: Scope,
  window: Pick<ReconcileFilter, 'begunSince' | 'changedSince'>,
): Promise<boolean> {
  const begun = await tx.sql.row(
    'SELECT payment_id FROM provider_payments WHERE project_id = ? AND is_test = ? AND created_at >= ? LIMIT 1',
    [scope.project.id, scope.isTest, window.begunSince],
  )
  return !!begun || (await listReconcilable(tx.sql, scope, { ...window, limit: 1 })).length > 0
}

/** Until the next look, or its next part: a provider without an answer is asked again, but where others wait they go on first. */
function pauseAfter(faults: ReadonlyMap<string, Faults>, hasMore: boolean): number {
  const pauses = [...faults.values()].flatMap(({ last }) => (last ? [pauseOf(last, hasMore)] : []))
  return pauses.length > 0 ? Math.max(...pauses) : DAY
}

/** How long a provider is left in peace; where payments of others are left, not so long that those would wait. */
function pauseOf({ fault, retryAfter }: ProviderError, hasMore: boolean): number {
  if (fault === 'limited') return Math.max(retryAfter ?? 0, MINUTE)
  if (hasMore) return MINUTE
  return fault === 'unreachable' ? HOUR : DAY
}

/** Of a method, in one look. */
interface Faults {
  inARow: number
  /** The last one, also where others were answered since. */
  last?: ProviderError
}
