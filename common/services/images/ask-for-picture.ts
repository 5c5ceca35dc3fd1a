import type { Tx } from '../../../db/transaction.ts'
import { wakeUpFor } from '../../domain/jobs/catalog.ts'
import { now } from '../../runtime/clock.ts'
import { lockPictured, type Pictured, releaseImage, showPicture } from './subject.ts'
import { type Owner, writeCopy } from './write-copy.ts'

interface Known {
  url: string
  hash: Buffer | null
}

/**
 * Requests a copy of the picture at `url`, in the transaction that sets the address; null removes the picture. A change
 * of address hides the old copy of a product or an item at once, because it shows something else. A logo stays until the
 * copy of its new address is there. Setting the same address again requests a fresh copy; the current one stays too.
 */
export async function askForPicture(tx: Tx, of: Pictured, owner: Owner, url: string | null): Promise<void> {
  await lockPictured(tx, of)
  const known = await tx.sql.row<Known>(
    'SELECT url, hash FROM image_copies WHERE subject = ? AND subject_id = ?',
    [of.subject, of.id],
  )
  const stays = known?.url === url || (of.subject === 'project' && url !== null)
  const kept = stays ? (known?.hash ?? null) : null
  // Our own address of an uploaded picture contains its hash. There is nothing else to fetch from it.
  if (kept && url?.includes(kept.toString('hex'))) return
  if (known?.hash && !kept) {
    await showPicture(tx, of, null)
    await releaseImage(tx, owner.projectId, known.hash)
  }
  if (url === null) {
    await tx.sql.write('DELETE FROM image_copies WHERE subject = ? AND subject_id = ?', [of.subject, of.id])
    return
  }
  const dueAt = now()
  await writeCopy(tx, of, owner, { url, status: 'pending', hash: kept, dueAt }, (id) => {
    tx.wakeUps.push(wakeUpFor('images', owner.projectId, id, dueAt))
  })
}
