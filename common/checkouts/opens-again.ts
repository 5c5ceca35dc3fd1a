import type { Sql } from '../../db/sql.ts'
import { wasToldExpired } from './expire.ts'

/**
 * Returns whether a checkout goes back to open if the transfer reported at `claimedAt` never arrives. It does not if
 * it had expired before, and is pending only because late money was accepted.
 */
export async function opensAgainUnpaid(sql: Sql, id: number, claimedAt: Date): Promise<boolean> {
  const isLeft = 'id = ? AND closed_by IS NULL AND expires_at > ?'
  const row = await sql.row(`SELECT id FROM checkouts WHERE ${isLeft}`, [id, claimedAt])
  return row !== undefined && !(await wasToldExpired(sql, id))
}
