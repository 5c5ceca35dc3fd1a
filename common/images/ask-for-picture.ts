import { writeRow } from '../../db/rows.ts'
import type { Tx } from '../../db/transaction.ts'
import { newJob } from '../jobs/catalog.ts'
import { now } from '../runtime/clock.ts'
import { armedUntil } from '../runtime/lease.ts'
import { trace } from '../runtime/log.ts'
import { lockPictured, type Pictured, releaseImage, showPicture } from './subject.ts'

/** Whose picture it is, and by the rules of which mode it is fetched. */
export interface Owner {
  projectId: number
  isTest: boolean
}

interface Known {
  url: string
  hash: Buffer | null
}

/**
 * Writes down that the picture at `url` is to be copied, in the transaction that gives something this
 * address; null takes its picture away. A picture is never shown for another address than its own:
 * what was shown for the one before goes at once. The same address again asks for a fresh copy, and
 * until that has come the present one stays.
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
    armed_until: armedUntil(dueAt, dueAt),
    error: null,
    request_id: trace.getStore()?.request_id ?? null,
    created_at: tx.now,
    updated_at: tx.now,
  }
  const again = 'url status hash tries due_at armed_until error request_id updated_at'
    .split(' ')
    .map((column) => `${column} = VALUES(${column})`)
  await writeRow(tx.sql, 'image_copies', row, {
    otherwise: ['id = LAST_INSERT_ID(id)', 'asked = asked + 1', ...again].join(', '),
    written: ({ insertId }) => tx.jobs.push(newJob('image.copy', insertId, dueAt, { copyId: insertId })),
  })
}
