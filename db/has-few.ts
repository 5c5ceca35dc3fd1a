import { branchesOf, hintFor, type Listing, where } from './listing.ts'
import type { Sql } from './sql.ts'

/** The most rows that are read and skipped if no index contains all columns of the conditions. */
export const FEW = 200

/** Returns whether a list has few rows. Reads at most one row more than that. */
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
