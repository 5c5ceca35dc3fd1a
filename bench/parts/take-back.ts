import mysql from 'mysql2/promise'
import type { Filled } from './part.ts'

/** Removes what was created beyond what a shop was filled with, so that each measurement finds as many rows. */
export async function takeBack({ DATABASE_URL, rows }: Filled): Promise<void> {
  const connection = await mysql.createConnection({ uri: DATABASE_URL })
  try {
    await connection.query('DELETE FROM checkouts WHERE id > ?', [rows])
    await connection.query('DELETE FROM checkout_items WHERE checkout_id > ?', [rows])
    await connection.query('DELETE FROM timers WHERE subject_id > ?', [rows])
    await connection.query('DELETE FROM idempotency_keys')
  } finally {
    await connection.end()
  }
}
