import type { FindOptions } from 'sequelize'
import { rowOf } from '../../../db/model.ts'
import type { ModelTx } from '../../../db/transaction.ts'
import type { PromotionCodeObject } from '../../domain/promotion-codes/object.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { Scope } from '../projects/project.ts'
import { PromotionCode } from './promotion-codes-table.ts'
import { serializePromotionCode } from './rows.ts'

/** Finds a promotion code of this project and mode by id; returns null if not found. */
export async function findPromotionCode(scope: Scope, id: number): Promise<PromotionCodeObject | null> {
  const code = await findRow(scope, id)
  return code && serializePromotionCode(rowOf(code))
}

/** Returns the promotion code `id` of this project and mode, or throws 404. */
export async function getPromotionCode(scope: Scope, id: number): Promise<PromotionCodeObject> {
  return serializePromotionCode(rowOf((await findRow(scope, id)) ?? notFound()))
}

/** Locks a promotion code of this project and mode until the transaction ends, or throws 404. */
export async function lockPromotionCode(
  { transaction }: ModelTx,
  scope: Scope,
  id: number,
): Promise<PromotionCode> {
  return (await findRow(scope, id, { lock: true, transaction })) ?? notFound()
}

function findRow(
  { project, isTest }: Scope,
  id: number,
  options: FindOptions = {},
): Promise<PromotionCode | null> {
  return PromotionCode.findOne({ where: { id, projectId: project.id, isTest }, ...options })
}

function notFound(): never {
  throw new Refusal({ code: 'not_found', params: { what: 'promotion code' } })
}
