import { branchesOf, hintFor, type Listing, where } from './listing.ts'
import type { Sql } from './sql.ts'

/** So many rows are read and passed over at most, where no index holds all that is asked for. */
export const FEW = 200

/** Whether a list has few rows. No more than one beyond that are read. */
export async function hasFew(sql: Sql, listing: Listing): Promise<boolean> {
  let left = FEW + 1
  for (const { conditions, index } of branchesOf(listing)) {
    const { text, values } = where(conditions)
    const rows = await sql.rows(`SELECT id FROM ${listing.table} ${hintFor(index)} WHERE ${text} LIMIT ?`, [
      ...values,
      left,
    ])
    left -= rows.length
    if (left <= 0) return false
  }
  return true
}
