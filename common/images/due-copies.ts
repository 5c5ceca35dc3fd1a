import type { WakeUp } from '../jobs/catalog.ts'
import { wakeUp } from '../jobs/catalog.ts'
import { armPending } from '../runtime/arm-pending.ts'
import type { Sql } from '../../db/sql.ts'

/** More wait for the next look. */
const BATCH = 100

/** Wake-ups for copies within the horizon that nobody has been woken for, or whose wake-up seems lost. */
export async function dueCopies(sql: Sql, now: Date): Promise<WakeUp[]> {
  const due = await armPending(sql, 'image_copies', now, BATCH)
  return due.map(({ id, dueAt }) => wakeUp('image.copy', id, dueAt, { copyId: id }))
}
