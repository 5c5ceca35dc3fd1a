import type { Tx } from '../../db/transaction.ts'
import type { Scope } from '../projects/project.ts'
import { getPromotionCodeRow } from './find.ts'
import type { PromotionCodeRow } from './rows.ts'

/** Locks a promotion code of this project and mode until the transaction ends, or throws 404. */
export function lockPromotionCode(tx: Tx, scope: Scope, id: number): Promise<PromotionCodeRow> {
  return getPromotionCodeRow(tx.sql, scope, id, 'FOR UPDATE')
}
