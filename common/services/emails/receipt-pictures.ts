import type { Sql } from '../../../db/sql.ts'
import { MOST_PICTURED, type Picture } from '../../domain/images/picture.ts'
import { findItemPictures } from '../images/find-pictures.ts'
import type { Email } from './emails-table.ts'
import type { ReceiptPayload } from './kinds/receipt.ts'

/**
 * Returns the pictures of a receipt's items by item id; other emails have none. They are read when the email is sent,
 * not when it is written: the payment does not wait for them, and copies made meanwhile are included.
 */
export async function receiptPictures(
  sql: Sql,
  { kind, projectId, words }: Email,
): Promise<ReadonlyMap<number, Picture>> {
  if (kind !== 'receipt') return new Map()
  const paid = words as ReceiptPayload
  if (!('checkout' in paid) || paid.checkout.items.length > MOST_PICTURED) return new Map()
  return findItemPictures(sql, projectId, paid.checkout.id)
}
