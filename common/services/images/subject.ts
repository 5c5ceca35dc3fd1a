import type { Tx } from '../../../db/transaction.ts'
import type { Subject } from '../../domain/images/picture.ts'

/**
 * The owner of a picture: a project (its logo), a product, or an address (of an item that is not in the catalogue, or of
 * a bank's logo).
 */
export interface Pictured {
  subject: Subject
  id: number
}

/** The columns that hold the name of the copy that is shown. */
const columns = {
  project: { table: 'projects', column: 'logo' },
  product: { table: 'products', column: 'picture' },
  item: { table: 'item_pictures', column: 'picture' },
} as const satisfies Record<Subject, { table: string; column: string }>

/** Locks the owner of a picture. Every change of a picture, and every request for one, takes this lock. */
export async function lockPictured(tx: Tx, { subject, id }: Pictured): Promise<void> {
  await tx.sql.row(`SELECT id FROM ${columns[subject].table} WHERE id = ? FOR UPDATE`, [id])
}

/** Sets the picture that is shown; null shows none. */
export async function showPicture(tx: Tx, { subject, id }: Pictured, name: string | null): Promise<void> {
  const { table, column } = columns[subject]
  await tx.sql.write(`UPDATE ${table} SET ${column} = ? WHERE id = ?`, [name, id])
}

/** Marks an image as no longer shown. It is kept for a while, because delivered emails still show it. */
export async function releaseImage(tx: Tx, projectId: number, hash: Buffer): Promise<void> {
  await tx.sql.write('UPDATE images SET released_at = ? WHERE project_id = ? AND hash = ?', [
    tx.now,
    projectId,
    hash,
  ])
}
