import type { Sql } from '../../../db/sql.ts'
import { type CopyType, readName } from '../../domain/images/picture.ts'

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
