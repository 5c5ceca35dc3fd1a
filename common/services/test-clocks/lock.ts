import type { Tx } from '../../../db/transaction.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { Scope } from '../projects/project.ts'
import { findClockRow } from './find.ts'
import type { ClockRow } from './rows.ts'

/** Locks a test clock of this project, so that it does not move until the transaction ends, or throws 404. */
export async function lockClock(tx: Tx, scope: Scope, id: number): Promise<ClockRow> {
  const row = await findClockRow(tx.sql, scope, id, 'FOR UPDATE')
  if (!row) throw new Refusal({ code: 'not_found', params: { what: 'test clock' } })
  return row
}
