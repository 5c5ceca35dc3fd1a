import type { Sql } from '../../db/sql.ts'
import { wasToldExpired } from './expire.ts'

/**
 * Whether a checkout whose transfer was reported at `claimedAt` is open again where no money comes: not one that had
 * ended before, and waits because its money was accepted late.
 */
export async function opensAgainUnpaid(sql: Sql, id: number, claimedAt: Date): Promise<boolean> {
  const isLeft = 'id = ? AND closed_by IS NULL AND expires_at > ?'
  const row = await sql.row(`SELECT id FROM checkouts WHERE ${isLeft}`, [id, claimedAt])
  return row !== undefined && !(await wasToldExpired(sql, id))
}
