import type { Sql } from '../../../../db/sql.ts'
import { DAY, later } from '../../../kit/time.ts'
import type { Scope } from '../../projects/project.ts'

export interface Reconcilable {
  id: number
  method: string
}

/** Selects the payments to compare with their providers. */
export interface ReconcileFilter {
  /** Includes payments without money that started since then, and all payments that are still started. */
  begunSince: Date
  /** Includes payments with money that have changed since then. */
  changedSince: Date
  /** Excludes payments that were compared since then. */
  notSince?: Date
  /** Excludes payments by these methods. */
  without?: readonly string[]
  /** Only payments with a higher id, the oldest first. */
  after?: number
  /** Only payments with a lower id, the newest first. */
  before?: number
  limit: number
}

/** The longest time between a payment's start and its money, while a bank processes it. */
const LONGEST_PROCESSING = 35 * DAY

/** The last change in real time. The `updated_at` of a payment on a test clock is that clock's time. */
const CHANGED_AT = 'IF(payment.test_clock_id IS NULL, payment.updated_at, asked.asked_at)'

/** Fills the list of methods, since SQL has no empty list. */
const NO_METHOD = ''

/**
 * Lists payments of a project and mode that their providers have opened: the oldest first, unless `before` is
 * given.
 */
export function listReconcilable(
  sql: Sql,
  { project, isTest }: Scope,
  { begunSince, changedSince, notSince, without = [], after = 0, before, limit }: ReconcileFilter,
): Promise<Reconcilable[]> {
  const oldest = later(begunSince < changedSince ? begunSince : changedSince, -LONGEST_PROCESSING)
  const [operator, order] = before === undefined ? ['>', 'ASC'] : ['<', 'DESC']
  return sql.rows<Reconcilable>(
    `SELECT payment.id, payment.method FROM provider_payments asked JOIN payments payment ON payment.id = asked.payment_id
     WHERE asked.project_id = ? AND asked.is_test = ? AND asked.created_at >= ? AND asked.payment_id ${operator} ?
       AND asked.provider_id IS NOT NULL AND (? IS NULL OR asked.reconciled_at IS NULL OR asked.reconciled_at < ?)
       AND asked.method NOT IN (?)
       AND IF(payment.status IN ('paid', 'refund_required', 'refunded'), ${CHANGED_AT} >= ?,
         asked.created_at >= ? OR payment.status = 'started')
     ORDER BY asked.payment_id ${order} LIMIT ${limit}`,
    [
      ...[project.id, isTest, oldest, before ?? after, notSince ?? null, notSince ?? null],
      ...[[NO_METHOD, ...without], changedSince, begunSince],
    ],
  )
}
