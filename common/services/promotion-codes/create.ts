import { isDuplicate } from '../../../db/errors.ts'
import { rowOf } from '../../../db/model.ts'
import type { ModelTx } from '../../../db/transaction.ts'
import { checkWindow, type PromotionCodeInput } from '../../domain/promotion-codes/input.ts'
import { type PromotionCodeObject, promotionCodeProperties } from '../../domain/promotion-codes/object.ts'
import { spelled } from '../../domain/promotion-codes/spelling.ts'
import { createdAttributes } from '../../kit/field.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { Submission } from '../../kit/submission.ts'
import { Product } from '../products/products-table.ts'
import { shareLockProject } from '../projects/lock.ts'
import type { Scope } from '../projects/project.ts'
import { PromotionCode } from './promotion-codes-table.ts'
import { serializePromotionCode } from './rows.ts'

/** Creates a code that customers can enter on the pages of this project and mode. */
export async function createPromotionCode(
  tx: ModelTx,
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
    const values = {
      projectId: scope.project.id,
      isTest: scope.isTest,
      ...createdAttributes(promotionCodeProperties, input),
      code,
      productIds: input.product_ids ?? null,
      createdAt: tx.now,
      updatedAt: tx.now,
    }
    const row = await PromotionCode.create(values, { transaction: tx.transaction })
    return serializePromotionCode(rowOf(row))
  } catch (error) {
    // Another transaction created it between our check and the insert; only the unique index detects it.
    if (!isDuplicate(error, 'promotion_codes_code')) throw error
    throw new Refusal({ code: 'promotion_code_taken', path: 'code', params: { code } })
  }
}

async function checkProducts(
  { transaction }: ModelTx,
  { project, isTest }: Scope,
  draft: Submission<PromotionCodeInput>,
): Promise<void> {
  const asked = draft.partial().product_ids ?? []
  const ids = asked.filter((id) => id !== undefined) // invalid ids have been reported already
  if (ids.length === 0) return
  const where = { id: ids, projectId: project.id, isTest }
  const known = new Set(
    (await Product.findAll({ attributes: ['id'], where, transaction })).map(({ id }) => id),
  )
  for (const [index, id] of asked.entries())
    if (id !== undefined && !known.has(id))
      draft.problems.add('product_not_found', `product_ids.${index}`, { id })
}

async function checkCode(
  { transaction }: ModelTx,
  { project, isTest }: Scope,
  draft: Submission<PromotionCodeInput>,
): Promise<void> {
  const { code: typed } = draft.partial()
  if (typed === undefined) return
  const code = spelled(typed)
  if (await PromotionCode.findOne({ where: { projectId: project.id, isTest, code }, transaction }))
    draft.problems.add('promotion_code_taken', 'code', { code })
}
