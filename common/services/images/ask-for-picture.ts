import { writeRows } from '../../../db/rows.ts'
import type { Tx } from '../../../db/transaction.ts'
import { wakeUpFor } from '../../domain/jobs/catalog.ts'
import { now } from '../../runtime/clock.ts'
import { trace } from '../../runtime/log.ts'
import { lockPictured, type Pictured, releaseImage, showPicture } from './subject.ts'

/** The project of a picture, and the mode whose rules apply to fetching it. */
export interface Owner {
  projectId: number
  isTest: boolean
}

interface Known {
  url: string
  hash: Buffer | null
}

/**
 * Requests a copy of the picture at `url`, in the transaction that sets the address; null removes the picture. A copy
 * is never shown for another address, so a change of address hides the old copy at once. Setting the same address
 * again requests a fresh copy; the current copy stays until it arrives.
 */
export async function askForPicture(
  tx: Tx,
  of: Pictured,
  { projectId, isTest }: Owner,
  url: string | null,
): Promise<void> {
  await lockPictured(tx, of)
  const known = await tx.sql.row<Known>(
    'SELECT url, hash FROM image_copies WHERE subject = ? AND subject_id = ?',
    [of.subject, of.id],
  )
  const kept = known?.url === url ? known.hash : null
  if (known?.hash && !kept) {
    await showPicture(tx, of, null)
    await releaseImage(tx, projectId, known.hash)
  }
  if (url === null) {
    await tx.sql.write('DELETE FROM image_copies WHERE subject = ? AND subject_id = ?', [of.subject, of.id])
    return
  }
  const dueAt = now()
  const row = {
    project_id: projectId,
    is_test: isTest,
    subject: of.subject,
    subject_id: of.id,
    url,
    asked: 1,
    status: 'pending',
    hash: kept,
    tries: 0,
    due_at: dueAt,
    due_since: null,
    error: null,
    request_id: trace.getStore()?.request_id ?? null,
    created_at: tx.now,
    updated_at: tx.now,
  }
  const again = 'url status hash tries due_at due_since error request_id updated_at'
    .split(' ')
    .map((column) => `${column} = VALUES(${column})`)
  await writeRows(tx.sql, 'image_copies', [row], {
    onDuplicate: ['id = LAST_INSERT_ID(id)', 'asked = asked + 1', ...again].join(', '),
    written: ({ insertId }) => tx.wakeUps.push(wakeUpFor('images', projectId, insertId, dueAt)),
  })
}
