import type { Sql } from '../../db/sql.ts'
import { findItemPictures } from '../images/find-pictures.ts'
import { MOST_PICTURED, type Picture } from '../images/rules/picture.ts'
import type { ReceiptPayload } from './payloads.ts'
import type { ClaimedEmail } from './rows.ts'

/**
 * The pictures of what a receipt is for, by item; other emails have none. Looked up as it leaves, and not written down
 * with it: the payment does not wait for that, and one that has been copied meanwhile is there.
 */
export async function receiptPictures(
  sql: Sql,
  { kind, project_id: projectId, words }: Pick<ClaimedEmail, 'kind' | 'project_id' | 'words'>,
): Promise<ReadonlyMap<number, Picture>> {
  if (kind !== 'receipt') return new Map()
  const paid = JSON.parse(words) as ReceiptPayload
  if (!('checkout' in paid) || paid.checkout.items.length > MOST_PICTURED) return new Map()
  return findItemPictures(sql, projectId, paid.checkout.id)
}
