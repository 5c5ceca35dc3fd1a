import type { Sql } from '../../db/sql.ts'
import { type Picture, pictureOf } from './rules/picture.ts'

/** The pictures of these products of a project, by product, in one query; one that has none is not among them. */
export async function findPictures(
  sql: Sql,
  projectId: number,
  productIds: readonly number[],
): Promise<Map<number, Picture>> {
  if (productIds.length === 0) return new Map()
  const rows = await sql.rows<{ id: number; picture: string | null }>(
    'SELECT id, picture FROM products WHERE project_id = ? AND id IN (?)',
    [projectId, productIds],
  )
  return picturesBy(projectId, rows)
}

/** The pictures of a checkout's items as its page shows them now, by item, in one query. */
export async function findItemPictures(
  sql: Sql,
  projectId: number,
  checkoutId: number,
): Promise<Map<number, Picture>> {
  const rows = await sql.rows<{ id: number; picture: string | null }>(
    `SELECT item.id, COALESCE(shown.picture, product.picture) AS picture FROM checkout_items item
     LEFT JOIN prices price ON price.id = item.price_id
     LEFT JOIN products product ON product.id = price.product_id
     LEFT JOIN item_pictures shown ON shown.id = item.picture_id WHERE item.checkout_id = ?`,
    [checkoutId],
  )
  return picturesBy(projectId, rows)
}

/** Names of pictures as pictures, each by the id of what it is of. */
export function picturesBy(
  projectId: number,
  rows: readonly { id: number; picture: string | null }[],
): Map<number, Picture> {
  return new Map(
    rows.flatMap(({ id, picture }) => {
      const found = pictureOf(projectId, picture)
      return found ? [[id, found]] : []
    }),
  )
}
