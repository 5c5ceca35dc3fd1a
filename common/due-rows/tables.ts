import type { Sql } from '../../db/sql.ts'
import { canSend } from '../emails/can-send.ts'
import { dueEmails } from '../emails/due.ts'
import { dueCopies } from '../images/due.ts'
import type { NewJob } from '../jobs/catalog.ts'
import { SECOND } from '../kit/time.ts'
import { wakeDueTimers } from '../timers/due.ts'
import { dueDeliveries } from '../webhooks/deliveries/due.ts'
import { armedTable } from './armed-table.ts'
import type { DueTable } from './due-table.ts'
import { overdueBy } from './overdue.ts'

/** For rows of which two scanners could each send a job: only who has armed one sends it. */
function armedFirst(arm: (sql: Sql, now: Date) => Promise<NewJob[]>): DueTable['wake'] {
  return async (sql, now, send) => {
    const jobs = await arm(sql, now)
    if (jobs.length > 0) await send(jobs)
    return jobs.length
  }
}

const emails = armedTable('emails', "status = 'pending'")

/**
 * Every table with due rows. The scanner, metrics, invariants and the commands about queues walk this
 * list: a further table is told to nobody else.
 */
export const dueTables = [
  {
    ...armedTable('timers', 'test_clock_id IS NULL'),
    columns: 'kind, subject_id AS id, tries, error',
    wake: wakeDueTimers,
    every: 5 * SECOND,
    invariant: 'timers_in_time',
  },
  {
    name: 'webhook_deliveries',
    waiting: "status = 'pending'",
    columns: `'webhook.drain' AS kind, id, tries, (SELECT COALESCE(error, CONCAT('HTTP ', status_code))
      FROM webhook_attempts WHERE delivery_id = webhook_deliveries.id ORDER BY id DESC LIMIT 1) AS error`,
    // A delivery has no job of its own: its endpoint is woken.
    armedBy: { table: 'webhook_endpoints', waiting: 'deleted_at IS NULL' },
    wake: armedFirst(dueDeliveries),
    every: SECOND,
    due: (_now, most) => [`SELECT due_at FROM webhook_deliveries WHERE status = 'pending' LIMIT ${most}`],
    invariant: 'deliveries_in_time',
    // An endpoint that is being served, or paused by its breaker, may keep its deliveries waiting.
    neglected: (now, most) => [
      `SELECT id FROM webhook_endpoints endpoint
       WHERE active AND deleted_at IS NULL AND (draining_until IS NULL OR draining_until < ?)
         AND (held_until IS NULL OR held_until < ?)
         AND (SELECT due_at FROM webhook_deliveries WHERE status = 'pending' AND endpoint_id = endpoint.id
              ORDER BY due_at LIMIT 1) < ? LIMIT ${most}`,
      now,
      overdueBy(now),
      overdueBy(now),
    ],
  },
  {
    ...emails,
    columns: "'email.send' AS kind, id, tries, error",
    wake: armedFirst(dueEmails),
    every: SECOND,
    invariant: 'letters_in_time',
    // Without a mail server emails wait, and nobody is at fault.
    neglected: (now, most) =>
      canSend() ? emails.neglected(now, most) : ['SELECT id FROM emails WHERE FALSE'],
  },
  {
    ...armedTable('image_copies', "status = 'pending'"),
    columns: "'image.copy' AS kind, id, tries, error",
    wake: armedFirst(dueCopies),
    every: 5 * SECOND,
    invariant: 'pictures_in_time',
  },
] as const satisfies readonly DueTable[]
