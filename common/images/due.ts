import type { Sql } from '../../db/sql.ts'
import { type NewJob, newJob } from '../jobs/catalog.ts'
import { armPending } from '../runtime/arm-pending.ts'

/** More wait for the next look. */
const BATCH = 100

/** Jobs for copies within the horizon that nobody has been woken for, or whose job seems lost. */
export async function dueCopies(sql: Sql, now: Date): Promise<NewJob[]> {
  const due = await armPending(sql, 'image_copies', now, BATCH)
  return due.map(({ id, dueAt }) => newJob('image.copy', id, dueAt, { copyId: id }))
}
