import { updateRow } from '../../db/rows.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Submission } from '../kit/submission.ts'
import type { Scope } from '../projects/project.ts'
import { getPromotionCode } from './find.ts'
import type { PromotionCodeChanges } from './input.ts'
import { lockPromotionCode } from './lock.ts'
import type { PromotionCodeObject } from './object.ts'
import { checkWindow } from './rules/window.ts'

/**
 * Changes when, how often and beside what a code can be used. A payment under way keeps its promise;
 * a checkout on which the code stands is judged by the new terms when it is paid.
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
  await updateRow(tx.sql, 'promotion_codes', id, { ...draft.valid(), updated_at: tx.now })
  return getPromotionCode(tx.sql, scope, id)
}
