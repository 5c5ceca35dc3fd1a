import { setTimeout as pause } from 'node:timers/promises'
import { DAY, HOUR, later } from '../common/kit/time.ts'
import { log } from '../common/runtime/log.ts'
import { read } from '../db/sql.ts'

const EVERY = HOUR
/** Small enough that nobody waits for its row locks. */
const BATCH = 1_000

/** Rows that nothing will ever read again, and from when on. */
const kept = [{ table: 'idempotency_keys', column: 'created_at', for: DAY }]

/** Deletes, in small batches, what has outlived its use. Answers how to stop it. */
export function startCleaning(): () => Promise<void> {
  const stopping = new AbortController()
  const loop = clean(stopping.signal)
  return async () => {
    stopping.abort()
    await loop
  }
}

async function clean(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await pause(EVERY * (0.5 + Math.random()), undefined, { signal }).catch(() => undefined)
    for (const { table, column, for: lifetime } of kept) {
      const oldest = later(new Date(), -lifetime)
      while (!signal.aborted && (await batch(table, column, oldest)) === BATCH) await pause(100)
    }
  }
}

/** How many rows it deleted. */
async function batch(table: string, column: string, oldest: Date): Promise<number> {
  try {
    const text = `DELETE FROM ${table} WHERE ${column} < ? ORDER BY ${column} LIMIT ${BATCH}`
    const { affectedRows } = await read((sql) => sql.run(text, [oldest]))
    return affectedRows
  } catch (error) {
    log().warn({ table, error: String(error) }, 'old rows were not deleted; tried again within the hour')
    return 0
  }
}
