import { setTimeout as pause } from 'node:timers/promises'
import mysql, { type Connection, type RowDataPacket } from 'mysql2/promise'

/**
 * Makes requests reach a customer's row in this order: locks the row, starts each request, waits until it waits for
 * the lock, then releases the row. Returns the responses.
 */
export function linedUp<Answer>(
  customerId: number,
  ...requests: (() => PromiseLike<Answer>)[]
): Promise<Answer[]> {
  return linedUpAt('customers', customerId, ...requests)
}

/** Does the same as `linedUp` with a row of any table. */
export async function linedUpAt<Answer>(
  table: string,
  id: number,
  ...requests: (() => PromiseLike<Answer>)[]
): Promise<Answer[]> {
  const database = await mysql.createConnection({ uri: process.env.DATABASE_URL ?? '' })
  try {
    await database.query('BEGIN')
    await database.query('SELECT id FROM ?? WHERE id = ? FOR UPDATE', [table, id])
    const answers: Promise<Answer>[] = []
    for (const request of requests) {
      answers.push(Promise.resolve(request()))
      await untilWaiting(database, answers.length)
    }
    await database.query('COMMIT')
    return await Promise.all(answers)
  } finally {
    await database.end()
  }
}

/**
 * Waits until `wanted` transactions wait for a row, at most 600 ms. information_schema.innodb_trx would not show them: its rows
 * are cached until it was not read for 100 ms.
 */
async function untilWaiting(database: Connection, wanted: number): Promise<void> {
  for (let tries = 0; tries < 60; tries += 1) {
    const [[row]] = await database.query<RowDataPacket[]>(
      "SHOW GLOBAL STATUS LIKE 'Innodb_row_lock_current_waits'",
    )
    if (Number(row!.Value) >= wanted) return
    await pause(10)
  }
}
