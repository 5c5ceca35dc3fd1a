import type { FindOptions } from 'sequelize'
import { rowOf } from '../../../db/model.ts'
import type { ModelTx } from '../../../db/transaction.ts'
import type { ProductObject } from '../../domain/products/object.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { Scope } from '../projects/project.ts'
import { Product } from './products-table.ts'
import { serializeProduct } from './rows.ts'

/** Finds a product of this project and mode by id; returns null if not found. */
export async function findProduct(scope: Scope, id: number): Promise<ProductObject | null> {
  const product = await findRow(scope, id)
  return product && serializeProduct(rowOf(product))
}

/** Finds products of this project and mode by id, in one query and in the order of `ids`. Unknown ids are left out. */
export async function findProducts(
  { project, isTest }: Scope,
  ids: readonly number[],
): Promise<ProductObject[]> {
  if (ids.length === 0) return []
  const found = await Product.findAll({ where: { id: [...ids], projectId: project.id, isTest } })
  const byId = new Map(found.map((product) => [product.id, serializeProduct(rowOf(product))]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Returns the product like `findProduct`, or throws 404. */
export async function getProduct(scope: Scope, id: number): Promise<ProductObject> {
  return serializeProduct(rowOf((await findRow(scope, id)) ?? notFound()))
}

/** Returns a product of this project and mode, locked until the transaction ends, or throws 404. */
export async function lockProduct({ transaction }: ModelTx, scope: Scope, id: number): Promise<Product> {
  return (await findRow(scope, id, { lock: true, transaction })) ?? notFound()
}

function findRow({ project, isTest }: Scope, id: number, options: FindOptions = {}): Promise<Product | null> {
  return Product.findOne({ where: { id, projectId: project.id, isTest }, ...options })
}

function notFound(): never {
  throw new Refusal({ code: 'not_found', params: { what: 'product' } })
}
