import type { Draft } from '../kit/draft.ts'
import type { Scope } from '../projects/project.ts'
import { updateRow } from '../../db/rows.ts'
import type { Tx } from '../../db/transaction.ts'
import type { PromotionCodeChanges } from './input.ts'
import { promotionCodeOf, promotionCodeRow } from './list-codes.ts'
import type { PromotionCodeObject } from './present.ts'
import { checkWindow } from './rules/window.ts'

/**
 * Changes when, how often and beside what a code can be used. A payment under way keeps its promise;
 * a checkout on which the code stands is judged by the new terms when it is paid.
 */
export async function updatePromotionCode(
  tx: Tx,
  scope: Scope,
  id: number,
  draft: Draft<PromotionCodeChanges>,
): Promise<PromotionCodeObject> {
  const row = await promotionCodeRow(tx.sql, scope, id, { lock: true })
  const { starts_at = row.starts_at, expires_at = row.expires_at } = draft.parts()
  const moved = 'starts_at' in draft.parts() || 'expires_at' in draft.parts()
  if (moved) checkWindow({ starts_at, expires_at }, draft.problems)
  await updateRow(tx.sql, 'promotion_codes', id, { ...draft.whole(), updated_at: tx.now })
  return promotionCodeOf(tx.sql, scope, id)
}
