import {
  type BatchedKind,
  isBatched,
  jobKinds,
  type QueueName,
  type Turn,
} from '../common/domain/jobs/catalog.ts'
import { now } from '../common/runtime/clock.ts'
import { log, messageOf, trace } from '../common/runtime/log.ts'
import { measureJob } from '../common/runtime/metrics.ts'
import type { DueRow } from '../common/services/due-rows/due-table.ts'
import type { ProjectTable } from '../common/services/due-rows/project-table.ts'
import { emails, imageCopies } from '../common/services/due-rows/tables.ts'
import { canSend } from '../common/services/emails/can-send.ts'
import { sendEmail } from '../common/services/emails/send.ts'
import { copyPicture } from '../common/services/images/copy-picture.ts'
import { findDueTimers, type Timer } from '../common/services/timers/find.ts'
import { drainEndpoint } from '../common/services/webhooks/deliveries/drain.ts'
import { onConnection, type Sql } from '../db/sql.ts'
import { atomically, atomicallyRaw } from './atomically.ts'
import { MOST_TOGETHER, takeMany } from './take-many.ts'
import { takeTimer } from './take-timer.ts'

/** Finds and processes the due rows of a queue. */
export interface Source {
  /** Finds due rows of a turn, the earliest first. */
  find: (sql: Sql, turn: Turn, now: Date, most: number) => Promise<readonly DueRow[]>
  /** Rows read at a time. */
  most: number
  /** Groups rows that are processed together. Calling `take` of a batch never throws: a failed row is postponed. */
  batches: (rows: readonly DueRow[]) => Batch[]
}

export interface Batch {
  ids: number[]
  take: () => Promise<void>
}

const timers: Source = {
  find: findDueTimers,
  most: 4 * MOST_TOGETHER,
  batches: (rows) => {
    const found = rows as readonly Timer[]
    const batched = jobKinds.filter(isBatched).flatMap((kind) =>
      chunks(
        kind,
        found.filter((timer) => timer.kind === kind),
      ),
    )
    const alone = found.filter(({ kind }) => !isBatched(kind))
    return [...alone.map((timer) => ({ ids: [timer.id], take: () => takeTimer(timer) })), ...batched]
  },
}

function chunks(kind: BatchedKind, all: readonly Timer[]): Batch[] {
  const starts = Array.from(
    { length: Math.ceil(all.length / MOST_TOGETHER) },
    (_, index) => index * MOST_TOGETHER,
  )
  return starts.map((start) => {
    const some = all.slice(start, start + MOST_TOGETHER)
    return { ids: some.map(({ id }) => id), take: () => takeMany(kind, some) }
  })
}

/** Returns a source that takes one row at a time. `subject` is the log field of its id; `putOff` postpones a failed row. */
function rowsOf(
  { find, putOff }: Pick<ProjectTable, 'find'> & Partial<Pick<ProjectTable, 'putOff'>>,
  job: string,
  subject: string,
  take: (id: number) => Promise<void>,
) {
  const source: Source = {
    find,
    most: 20,
    batches: (rows) =>
      rows.map(({ id }) => ({
        ids: [id],
        take: () =>
          trace.run({ ...trace.getStore(), job, [subject]: id }, () =>
            measureJob(job, () => take(id)).catch((error: unknown) => fail(id, error)),
          ),
      })),
  }

  async function fail(id: number, failure: unknown): Promise<void> {
    log().error({ err: failure }, 'a job failed; its row stays due and is retried')
    try {
      if (putOff) await onConnection((sql) => putOff(sql, id, now(), messageOf(failure)))
    } catch (error) {
      log().warn({ error: messageOf(error) }, 'the failure of a job could not be stored')
    }
  }
  return source
}

export const sources: Readonly<Record<QueueName, Source>> = {
  lifecycle: timers,
  clocks: timers,
  providers: timers,
  reconciliations: timers,
  emails: rowsOf(
    { ...emails, find: async (...query) => (canSend() ? emails.find(...query) : []) },
    ...(['email.send', 'email_id'] as const),
    (id) => sendEmail(id, atomically),
  ),
  images: rowsOf(imageCopies, 'image.copy', 'copy_id', (id) => copyPicture(id, atomically)),
  // A drain finds the deliveries itself, once it holds the endpoint's lease.
  webhooks: {
    ...rowsOf(
      { find: async (_sql, { group }) => [{ id: group }] },
      ...(['webhook.drain', 'endpoint_id'] as const),
      (id) => drainEndpoint(id, atomicallyRaw),
    ),
    most: 2,
  },
}
