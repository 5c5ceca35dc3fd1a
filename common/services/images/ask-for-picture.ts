import { find } from '../../../db/save.ts'
import type { Tx } from '../../../db/transaction.ts'
import { wakeUpFor } from '../../domain/jobs/catalog.ts'
import { now } from '../../runtime/clock.ts'
import { ImageCopy } from './image-copies-table.ts'
import { lockPictured, type Pictured, releaseImage, showPicture } from './subject.ts'
import { type Owner, writeCopy } from './write-copy.ts'

/**
 * Requests a copy of the picture at `url`, in the transaction that sets the address; null removes the picture. A change
 * of address hides the old copy of a product or an item at once, because it shows something else. A logo stays until the
 * copy of its new address is there. Setting the same address again requests a fresh copy; the current one stays too.
 */
export async function askForPicture(tx: Tx, of: Pictured, owner: Owner, url: string | null): Promise<void> {
  await lockPictured(tx, of)
  const { projectId } = owner
  const { subject, id: subjectId } = of
  const known = await find(tx.sql, ImageCopy, { projectId, subject, subjectId })
  const stays = known?.url === url || (subject === 'project' && url !== null)
  const kept = stays ? (known?.hash ?? null) : null
  // Our own address of an uploaded picture contains its hash. There is nothing else to fetch from it.
  if (kept && url?.includes(kept.toString('hex'))) return
  if (known?.hash && !kept) {
    await showPicture(tx, of, null)
    await releaseImage(tx, projectId, known.hash)
  }
  if (url === null) {
    const text = 'DELETE FROM image_copies WHERE project_id = ? AND subject = ? AND subject_id = ?'
    return tx.sql.write(text, [projectId, subject, subjectId])
  }
  const dueAt = now()
  await writeCopy(tx, of, owner, { url, status: 'pending', hash: kept, dueAt }, (id) => {
    tx.wakeUps.push(wakeUpFor('images', projectId, id, dueAt))
  })
}
