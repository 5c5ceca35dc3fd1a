import type { Sql } from '../../../db/sql.ts'
import { type Picture, pictureOf } from '../../domain/images/picture.ts'
import { sha256 } from '../../kit/secrets.ts'
import type { Owner } from './write-copy.ts'

/** Returns the pictures of these products by product id, in one query. A product without a picture is missing. */
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

/** Returns the picture of a product, or null. */
export async function pictureOfProduct(
  sql: Sql,
  projectId: number,
  productId: number,
): Promise<Picture | null> {
  const found = await findPictures(sql, projectId, [productId])
  return found.get(productId) ?? null
}

/** Returns the pictures of a checkout's items by item id, as its page shows them now, in one query. */
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

/** Returns the copies of pictures by their addresses, in one query. An address that was not copied yet is missing. */
export async function findPicturesAt(
  sql: Sql,
  { projectId, isTest }: Owner,
  urls: readonly string[],
): Promise<Map<string, Picture>> {
  if (urls.length === 0) return new Map()
  const hashes = new Map(urls.map((url) => [sha256(url).toString('hex'), url]))
  const rows = await sql.rows<{ url_hash: Buffer; picture: string | null }>(
    'SELECT url_hash, picture FROM item_pictures WHERE project_id = ? AND is_test = ? AND url_hash IN (?)',
    [projectId, isTest, Array.from(hashes.keys(), (hash) => Buffer.from(hash, 'hex'))],
  )
  return new Map(
    rows.flatMap(({ url_hash: hash, picture }) => {
      const found = pictureOf(projectId, picture)
      return found ? [[hashes.get(hash.toString('hex'))!, found]] : []
    }),
  )
}

/**
 * Returns the pictures of items by position: the picture at the item's own address, else the picture of its product. At most
 * two queries.
 */
export async function findPicturesOf(
  sql: Sql,
  owner: Owner,
  items: readonly { imageUrl: string | null; productId: number | null }[],
): Promise<(Picture | null)[]> {
  const byUrl = await findPicturesAt(
    sql,
    owner,
    items.flatMap(({ imageUrl }) => imageUrl ?? []),
  )
  const byProduct = await findPictures(
    sql,
    owner.projectId,
    items.flatMap(({ productId }) => productId ?? []),
  )
  return items.map(
    ({ imageUrl, productId }) => byUrl.get(imageUrl ?? '') ?? byProduct.get(productId ?? 0) ?? null,
  )
}

/** Converts picture names to pictures, by the id of their owner. */
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
