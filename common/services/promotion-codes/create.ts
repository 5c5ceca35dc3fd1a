import { isDuplicate } from '../../../db/errors.ts'
import { insert } from '../../../db/rows.ts'
import type { Tx } from '../../../db/transaction.ts'
import { checkWindow, type PromotionCodeInput } from '../../domain/promotion-codes/input.ts'
import { type PromotionCodeObject, promotionCodeProperties } from '../../domain/promotion-codes/object.ts'
import { spelled } from '../../domain/promotion-codes/spelling.ts'
import { createdColumns } from '../../kit/field.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { Submission } from '../../kit/submission.ts'
import { shareLockProject } from '../projects/lock.ts'
import type { Scope } from '../projects/project.ts'
import { getPromotionCode } from './find.ts'

/** Creates a code that customers can enter on the pages of this project and mode. */
export async function createPromotionCode(
  tx: Tx,
  scope: Scope,
  draft: Submission<PromotionCodeInput>,
): Promise<PromotionCodeObject> {
  const parts = draft.partial()
  checkWindow(parts, draft.problems)
  if (parts.amount_off !== undefined || parts.minimum_amount !== undefined)
    await shareLockProject(tx, scope.project.id)
  await checkProducts(tx, scope, draft)
  await checkCode(tx, scope, draft)
  const input = draft.valid()
  const code = spelled(input.code)
  try {
    const id = await insert(tx.sql, 'promotion_codes', {
      project_id: scope.project.id,
      is_test: scope.isTest,
      ...createdColumns(promotionCodeProperties, input),
      code,
      product_ids: input.product_ids ? JSON.stringify(input.product_ids) : null,
      created_at: tx.now,
      updated_at: tx.now,
    })
    return await getPromotionCode(tx.sql, scope, id)
  } catch (error) {
    // Another transaction created it between our check and the insert; only the unique index detects it.
    if (!isDuplicate(error, 'promotion_codes_code')) throw error
    throw new Refusal({ code: 'promotion_code_taken', path: 'code', params: { code } })
  }
}

async function checkProducts(tx: Tx, scope: Scope, draft: Submission<PromotionCodeInput>): Promise<void> {
  const asked = draft.partial().product_ids ?? []
  const ids = asked.filter((id) => id !== undefined) // invalid ids have been reported already
  if (ids.length === 0) return
  const rows = await tx.sql.rows<{ id: number }>(
    'SELECT id FROM products WHERE id IN (?) AND project_id = ? AND is_test = ?',
    [ids, scope.project.id, scope.isTest],
  )
  const known = new Set(rows.map(({ id }) => id))
  for (const [index, id] of asked.entries())
    if (id !== undefined && !known.has(id))
      draft.problems.add('product_not_found', `product_ids.${index}`, { id })
}

async function checkCode(tx: Tx, scope: Scope, draft: Submission<PromotionCodeInput>): Promise<void> {
  const { code: typed } = draft.partial()
  if (typed === undefined) return
  const code = spelled(typed)
  const row = await tx.sql.row(
    'SELECT id FROM promotion_codes WHERE project_id = ? AND is_test = ? AND code = ?',
    [scope.project.id, scope.isTest, code],
  )
  if (row) draft.problems.add('promotion_code_taken', 'code', { code })
}
