import type { Sql } from '../../../db/sql.ts'
import type { ProductObject } from '../../domain/products/object.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { Scope } from '../projects/project.ts'
import { PRODUCT_SELECT, type ProductRow, serializeProduct } from './rows.ts'

/** Finds a product of this project and mode by id; returns null if not found. */
export async function findProduct(sql: Sql, scope: Scope, id: number): Promise<ProductObject | null> {
  const row = await sql.row<ProductRow>(
    `${PRODUCT_SELECT} WHERE product.id = ? AND product.project_id = ? AND product.is_test = ?`,
    [id, scope.project.id, scope.isTest],
  )
  return row ? serializeProduct(row) : null
}

/** Finds products of this project and mode by id, in one query and in the order of `ids`. Unknown ids are left out. */
export async function findProducts(sql: Sql, scope: Scope, ids: readonly number[]): Promise<ProductObject[]> {
  if (ids.length === 0) return []
  const rows = await sql.rows<ProductRow>(
    `${PRODUCT_SELECT} WHERE product.id IN (?) AND product.project_id = ? AND product.is_test = ?`,
    [ids, scope.project.id, scope.isTest],
  )
  const byId = new Map(rows.map(serializeProduct).map((product) => [product.id, product]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Returns the product like `findProduct`, or throws 404. */
export async function getProduct(sql: Sql, scope: Scope, id: number): Promise<ProductObject> {
  const product = await findProduct(sql, scope, id)
  if (!product) throw new Refusal({ code: 'not_found', params: { what: 'product' } })
  return product
}
