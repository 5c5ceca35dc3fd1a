import { update } from '../../../db/rows.ts'
import type { Tx } from '../../../db/transaction.ts'
import { checkWindow, type PromotionCodeChanges } from '../../domain/promotion-codes/input.ts'
import { type PromotionCodeObject, promotionCodeProperties } from '../../domain/promotion-codes/object.ts'
import { changedColumns } from '../../kit/field.ts'
import { fieldChanges } from '../../kit/field-changes.ts'
import type { Submission } from '../../kit/submission.ts'
import type { Scope } from '../projects/project.ts'
import { getPromotionCode, getPromotionCodeRow } from './find.ts'
import { type PromotionCodeRow, serializePromotionCode } from './rows.ts'

/**
 * Updates when, how often and in which combinations a code can be used. A pending payment keeps its
 * reservation; a checkout that lists the code is checked against the new terms when it is paid.
 */
export async function updatePromotionCode(
  tx: Tx,
  scope: Scope,
  id: number,
  draft: Submission<PromotionCodeChanges>,
): Promise<PromotionCodeObject> {
  const row = await lockPromotionCode(tx, scope, id)
  const { starts_at = row.starts_at, expires_at = row.expires_at } = draft.partial()
  const moved = 'starts_at' in draft.partial() || 'expires_at' in draft.partial()
  if (moved) checkWindow({ starts_at, expires_at }, draft.problems)
  const changes = changedColumns(promotionCodeProperties, draft.valid())
  await update(tx.sql, 'promotion_codes', id, { ...changes, updated_at: tx.now })
  const after = await getPromotionCode(tx.sql, scope, id)
  tx.sql.noteFields('promotion_codes', id, fieldChanges(serializePromotionCode(row), after))
  return after
}

/** Locks a promotion code of this project and mode until the transaction ends, or throws 404. */
export function lockPromotionCode(tx: Tx, scope: Scope, id: number): Promise<PromotionCodeRow> {
  return getPromotionCodeRow(tx.sql, scope, id, 'FOR UPDATE')
}
