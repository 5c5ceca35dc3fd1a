import type { Tx } from '../../db/transaction.ts'
import type { Subject } from './rules/picture.ts'

/** What a picture is of: a project, whose logo it is, a product, or items that are in no catalogue. */
export interface Pictured {
  subject: Subject
  id: number
}

/** Where the name of the copy that is shown is kept. */
const columns = {
  project: { table: 'projects', column: 'logo' },
  product: { table: 'products', column: 'picture' },
  item: { table: 'item_pictures', column: 'picture' },
} as const satisfies Record<Subject, { table: string; column: string }>

/** Whoever changes a picture, or asks for one, locks the row of what it is of. */
export async function lockPictured(tx: Tx, { subject, id }: Pictured): Promise<void> {
  await tx.sql.row(`SELECT id FROM ${columns[subject].table} WHERE id = ? FOR UPDATE`, [id])
}

/** From the commit on this is the picture that is shown; null is none. */
export async function showPicture(tx: Tx, { subject, id }: Pictured, name: string | null): Promise<void> {
  const { table, column } = columns[subject]
  await tx.sql.write(`UPDATE ${table} SET ${column} = ? WHERE id = ?`, [name, id])
}

/**
 * A picture is no longer shown of something. Emails that show it are still in mailboxes, so it is
 * kept for a while.
 */
export async function releaseImage(tx: Tx, projectId: number, hash: Buffer): Promise<void> {
  await tx.sql.write('UPDATE images SET released_at = ? WHERE project_id = ? AND hash = ?', [
    tx.now,
    projectId,
    hash,
  ])
}
