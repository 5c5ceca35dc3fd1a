import type { Sql } from '../../../db/sql.ts'
import { LONGEST_DELAY } from '../../domain/emails/retry.ts'
import { jobKinds } from '../../domain/jobs/catalog.ts'
import { lease } from '../../runtime/lease.ts'
import { canSend } from '../emails/can-send.ts'
import { emailKinds } from '../emails/kinds.ts'
import { findDueEndpoints } from '../webhooks/deliveries/due.ts'
import { PAUSED } from '../webhooks/endpoints/failing.ts'
import type { DueTable } from './due-table.ts'
import { findTurns } from './find-turns.ts'
import { overdueBy } from './overdue.ts'
import { projectTable } from './project-table.ts'

/** Returns SQL for a list of names. The names come from our code, so they need no escaping. */
const oneOf = (names: readonly string[]) => `IN (${names.map((name) => `'${name}'`).join(', ')})`

export const emails = projectTable('emails', 'emails', `kind ${oneOf(Object.keys(emailKinds))}`)
export const imageCopies = projectTable('image_copies', 'images')

/** Excludes timers on test clocks: they wait for their clock. */
const REAL = 'test_clock_id IS NULL'
const timerRows = `SELECT queue, project_id, subject_id AS id, due_at FROM timers FORCE INDEX (timers_clock)
  WHERE ${REAL} AND due_at <= ? ORDER BY due_at`
const timerGroups = `SELECT queue, project_id, MIN(due_at) AS due_at FROM timers FORCE INDEX (timers_turn)
  GROUP BY queue, project_id HAVING MIN(due_at) <= ?`

const dueTimers = (now: Date, most: number) =>
  [
    `SELECT due_at FROM timers FORCE INDEX (timers_clock) WHERE ${REAL} AND due_at <= ? LIMIT ${most}`,
    now,
  ] as const

/**
 * The number of first due rows to check for unknown kinds. A row of an unknown kind stays due, so it soon is among
 * them.
 */
const FIRST = 1_000

/** Finds kinds outside `known` among the first due rows. `due` selects the kinds of due rows. */
function unknownKinds(due: string, known: readonly string[]) {
  const text = `SELECT DISTINCT kind FROM (${due} ORDER BY due_at LIMIT ${FIRST}) first WHERE kind NOT ${oneOf(known)}`
  return async (sql: Sql, now: Date) => {
    const rows = await sql.rows<{ kind: string }>(text, [now])
    return rows.map(({ kind }) => kind)
  }
}

/** The time at which a row first became due. A failed try moves `due_at` but not `due_since`. */
const SINCE = 'COALESCE(due_since, due_at) AS since'

/**
 * Every table with due rows. The scanner, metrics, invariants and the commands about queues walk this list: another table
 * needs no other entry.
 */
export const dueTables = [
  {
    name: 'timers',
    waiting: REAL,
    postponedBy: lease,
    columns: `kind, subject_id AS id, tries, error, ${SINCE}`,
    findTurns: (sql: Sql, now: Date) => findTurns(sql, { rows: timerRows, groups: timerGroups }, now),
    due: dueTimers,
    findUnknownKinds: unknownKinds(
      `SELECT kind FROM timers FORCE INDEX (timers_clock) WHERE ${REAL} AND due_at <= ?`,
      jobKinds,
    ),
    invariant: 'timers_in_time',
    neglected: (now, most) => dueTimers(overdueBy(now), most),
  },
  {
    name: 'webhook_deliveries',
    waiting: "status = 'pending'",
    postponedBy: lease,
    explained: `endpoint_id IN (SELECT id FROM webhook_endpoints WHERE ${PAUSED})`,
    columns: `'webhook.drain' AS kind, id, tries, due_at AS since, CONCAT('endpoint ', endpoint_id, ': ',
      COALESCE((SELECT COALESCE(error, CONCAT('HTTP ', status_code)) FROM webhook_attempts
        WHERE delivery_id = webhook_deliveries.id ORDER BY id DESC LIMIT 1), 'no attempt yet')) AS error`,
    findTurns: async (sql: Sql, now: Date) =>
      (await findDueEndpoints(sql, now)).map(({ id: group, since }) => ({
        queue: 'webhooks' as const,
        ...{ group, lane: 0, since },
      })),
    // A receiver that fails would fill the count with its rows: tolbor_webhook_endpoints_failing counts it.
    due: (now, most) => [
      `SELECT due_at FROM webhook_endpoints endpoint STRAIGHT_JOIN webhook_deliveries delivery
         ON delivery.endpoint_id = endpoint.id AND delivery.status = 'pending' AND delivery.due_at <= ?
       WHERE NOT ${PAUSED} LIMIT ${most}`,
      now,
    ],
    invariant: 'deliveries_in_time',
    // An endpoint that is being drained, or held back by its circuit breaker, may keep its deliveries waiting.
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
    name: 'emails',
    waiting: "status = 'pending'",
    postponedBy: LONGEST_DELAY,
    columns: `'email.send' AS kind, id, tries, error, ${SINCE}`,
    invariant: 'letters_in_time',
    findUnknownKinds: unknownKinds(
      'SELECT kind FROM emails FORCE INDEX (emails_due) WHERE due_at <= ?',
      Object.keys(emailKinds),
    ),
    // Without a mail server, emails wait. That is not an error.
    findTurns: async (sql: Sql, now: Date) => (canSend() ? emails.findTurns(sql, now) : []),
    neglected: (now, most) =>
      canSend() ? emails.neglected(now, most) : ['SELECT id FROM emails WHERE FALSE'],
  },
  {
    ...imageCopies,
    name: 'image_copies',
    waiting: "status = 'pending'",
    columns: `'image.copy' AS kind, id, tries, error, ${SINCE}`,
    invariant: 'pictures_in_time',
  },
] as const satisfies readonly DueTable[]
