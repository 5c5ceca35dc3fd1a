import { insert } from '../../../db/rows.ts'
import type { Tx } from '../../../db/transaction.ts'
import { sha256 } from '../../kit/secrets.ts'
import { DAY, later } from '../../kit/time.ts'
import { now } from '../../runtime/clock.ts'
import { askForPicture } from './ask-for-picture.ts'
import type { Owner } from './write-copy.ts'

/** One address is copied at most this often, no matter how many orders and payments use it. */
const FRESH = DAY

/**
 * Requests copies of the pictures at these addresses: of items that are not in the catalogue, and logos of banks. Returns
 * the picture ids. An address that was requested recently costs one read and no lock.
 */
export async function askForPicturesAt(
  tx: Tx,
  owner: Owner,
  urls: readonly string[],
): Promise<Map<string, number>> {
  // Sorted, so that two orders with the same pictures wait for each other instead of deadlocking.
  const wanted = Array.from(new Set(urls), (url) => ({ url, hash: sha256(url) })).sort((one, other) =>
    one.hash.compare(other.hash),
  )
  const ids = new Map<string, number>()
  if (wanted.length === 0) return ids
  const rows = await tx.sql.rows<{ id: number; url_hash: Buffer; asked_at: Date }>(
    'SELECT id, url_hash, asked_at FROM item_pictures WHERE project_id = ? AND is_test = ? AND url_hash IN (?)',
    [owner.projectId, owner.isTest, wanted.map(({ hash }) => hash)],
  )
  for (const { url, hash } of wanted) {
    const known = rows.find(({ url_hash: at }) => at.equals(hash))
    const isFresh = known && known.asked_at > later(now(), -FRESH)
    ids.set(url, isFresh ? known.id : await ask(tx, owner, url, hash))
  }
  return ids
}

async function ask(tx: Tx, owner: Owner, url: string, hash: Buffer): Promise<number> {
  const row = { project_id: owner.projectId, is_test: owner.isTest, url_hash: hash, asked_at: now() }
  const id = await insert(tx.sql, 'item_pictures', row, {
    onDuplicate: 'id = LAST_INSERT_ID(id), asked_at = VALUES(asked_at)',
  })
  await askForPicture(tx, { subject: 'item', id }, owner, url)
  return id
}
