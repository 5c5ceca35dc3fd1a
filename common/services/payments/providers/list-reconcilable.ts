import type { Sql } from '../../../../db/sql.ts'
import { DAY, later } from '../../../kit/time.ts'
import type { Scope } from '../../projects/project.ts'

export interface Reconcilable {
  id: number
  method: string
}

/** Which payments a provider is asked about once more. */
export interface ReconcileFilter {
  /** Those without money that began since then, and all that have only begun. */
  begunSince: Date
  /** Those with money of which something has changed since then. */
  changedSince: Date
  /** Only those that were not compared since then. */
  notSince?: Date
  /** Passes over those of these methods. */
  without?: readonly string[]
  /** Only those with a higher id, the oldest first. */
  after?: number
  /** Only those with a lower id, the newest first. */
  before?: number
  limit: number
}

/** Between its start and its money a payment may wait for a bank for so long. */
const LONGEST_WAY = 35 * DAY

/** In real time: what lives on a test clock is changed at that one's time, but its provider asked at ours. */
const CHANGED_AT = 'IF(payment.test_clock_id IS NULL, payment.updated_at, asked.asked_at)'

/** SQL has no empty list. */
const NO_METHOD = ''

/** Payments of a project and mode that their providers have opened, by id: the oldest first unless `before` is given. */
export function listReconcilable(
  sql: Sql,
  { project, isTest }: Scope,
  { begunSince, changedSince, notSince, without = [], after = 0, before, limit }: ReconcileFilter,
): Promise<Reconcilable[]> {
  const oldest = later(begunSince < changedSince ? begunSince : changedSince, -LONGEST_WAY)
  const [side, order] = before === undefined ? ['>', 'ASC'] : ['<', 'DESC']
  return sql.rows<Reconcilable>(
    `SELECT payment.id, payment.method FROM provider_payments asked JOIN payments payment ON payment.id = asked.payment_id
     WHERE asked.project_id = ? AND asked.is_test = ? AND asked.created_at >= ? AND asked.payment_id ${side} ?
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
