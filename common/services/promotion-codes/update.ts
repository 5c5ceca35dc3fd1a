import { rowOf } from '../../../db/model.ts'
import type { ModelTx } from '../../../db/transaction.ts'
import { checkWindow, type PromotionCodeChanges } from '../../domain/promotion-codes/input.ts'
import { type PromotionCodeObject, promotionCodeProperties } from '../../domain/promotion-codes/object.ts'
import { changedAttributes } from '../../kit/field.ts'
import { fieldChanges } from '../../kit/field-changes.ts'
import type { Submission } from '../../kit/submission.ts'
import type { Scope } from '../projects/project.ts'
import { lockPromotionCode } from './find.ts'
import { serializePromotionCode } from './rows.ts'

/**
 * Updates when, how often and in which combinations a code can be used. A pending payment keeps its
 * reservation; a checkout that lists the code is checked against the new terms when it is paid.
 */
export async function updatePromotionCode(
  tx: ModelTx,
  scope: Scope,
  id: number,
  draft: Submission<PromotionCodeChanges>,
): Promise<PromotionCodeObject> {
  const code = await lockPromotionCode(tx, scope, id)
  const before = serializePromotionCode(rowOf(code))
  const { starts_at = code.startsAt, expires_at = code.expiresAt } = draft.partial()
  const moved = 'starts_at' in draft.partial() || 'expires_at' in draft.partial()
  if (moved) checkWindow({ starts_at, expires_at }, draft.problems)
  const changes = changedAttributes(promotionCodeProperties, draft.valid())
  await code.update({ ...changes, updatedAt: tx.now }, { transaction: tx.transaction })
  const after = serializePromotionCode(rowOf(code))
  tx.sql.noteFields('promotion_codes', id, fieldChanges(before, after))
  return after
}
