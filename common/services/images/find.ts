import type { Sql } from '../../../db/sql.ts'
import { type CopyType, readName } from '../../domain/images/picture.ts'

/** The state of the copy of a logo's present address. `wrong`: the last try has failed. */
export type LogoState = 'none' | 'pending' | 'copied' | 'wrong'

/** Returns whether a project's pages show the logo of its present address. */
export async function findLogoState(sql: Sql, projectId: number): Promise<LogoState> {
  const copy = await sql.row<{ status: string; error: string | null }>(
    "SELECT status, error FROM image_copies WHERE subject = 'project' AND subject_id = ? AND project_id = ?",
    [projectId, projectId],
  )
  if (!copy) return 'none'
  if (copy.status === 'copied') return 'copied'
  return copy.error === null ? 'pending' : 'wrong'
}

/** Returns the picture of a project with this name, or null. */
export async function findImage(
  sql: Sql,
  projectId: number,
  name: string,
): Promise<{ type: CopyType; bytes: Buffer } | null> {
  const known = readName(name)
  if (!known) return null
  const { hash, type, width, height, clear } = known
  const row = await sql.row<{ bytes: Buffer }>(
    'SELECT bytes FROM images WHERE project_id = ? AND hash = ? AND type = ? AND width = ? AND height = ? AND clear = ?',
    [projectId, hash, type, width, height, clear],
  )
  return row ? { type, bytes: row.bytes } : null
}
