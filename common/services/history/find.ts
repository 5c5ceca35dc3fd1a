import type { Sql } from '../../../db/sql.ts'
import type { ChangeKind, EventType, ObjectType } from '../../domain/events/types.ts'
import { type EmailKind, emailKinds } from '../emails/kinds.ts'
import type { Scope } from '../projects/project.ts'

/** The objects that a history is about: their events, and the beginnings of the causes of their emails. */
export interface About {
  objects: readonly { type: ObjectType; id: number }[]
  /** Such as `payment-90`, which `payment-90-corrected` belongs to. */
  causes: readonly string[]
}

/** Something that happened about an object, besides its own changes. */
export type HistoryEntry =
  | {
      kind: 'event'
      at: Date
      id: number
      type: EventType
      /** Which change of a subscription it was; absent for other events and for old ones. */
      change?: ChangeKind | null
    }
  | {
      kind: 'attempt'
      at: Date
      deliveryId: number
      type: EventType
      statusCode: number | null
      error: string | null
    }
  | {
      kind: 'email'
      at: Date
      email: EmailKind
      recipient: string
      status: 'pending' | 'sent' | 'failed' | 'canceled'
    }

/** The most entries of each kind, so that an object with a long history has a fast page. */
const MOST = 100

/** Finds the newest events, webhook attempts and emails about objects of this project and mode, oldest first. */
export async function findHistory(sql: Sql, scope: Scope, about: About): Promise<HistoryEntry[]> {
  const events = await findEvents(sql, scope, about)
  const entries = [...events, ...(await findAttempts(sql, events)), ...(await findEmails(sql, scope, about))]
  return entries.sort((one, other) => one.at.getTime() - other.at.getTime())
}

type Entry<Kind extends HistoryEntry['kind']> = Extract<HistoryEntry, { kind: Kind }>

async function findEvents(
  sql: Sql,
  { project, isTest }: Scope,
  { objects }: About,
): Promise<Entry<'event'>[]> {
  const conditions = objects.map(() => '(object = ? AND object_id = ?)').join(' OR ')
  const rows = await sql.rows<{
    id: number
    type: EventType
    change_kind: ChangeKind | null
    created_at: Date
  }>(
    `SELECT id, type, change_kind, created_at FROM events FORCE INDEX (events_sequence)
     WHERE (${conditions}) AND project_id = ? AND is_test = ? ORDER BY id DESC LIMIT ${MOST}`,
    [...objects.flatMap(({ type, id }) => [type, id]), project.id, isTest],
  )
  return rows.map(({ id, type, change_kind: change, created_at: at }) => ({
    ...{ kind: 'event', at, id, type, change },
  }))
}

async function findAttempts(sql: Sql, events: readonly Entry<'event'>[]): Promise<Entry<'attempt'>[]> {
  if (events.length === 0) return []
  const rows = await sql.rows<{
    delivery_id: number
    event_type: EventType
    attempted_at: Date
    status_code: number | null
    error: string | null
  }>(
    `SELECT delivery.id AS delivery_id, delivery.event_type, attempt.attempted_at, attempt.status_code, attempt.error
     FROM webhook_deliveries delivery FORCE INDEX (webhook_deliveries_event)
     STRAIGHT_JOIN webhook_attempts attempt FORCE INDEX (webhook_attempts_delivery) ON attempt.delivery_id = delivery.id
     WHERE delivery.event_id IN (?) ORDER BY attempt.id DESC LIMIT ${MOST}`,
    [events.map(({ id }) => id)],
  )
  return rows.map(({ delivery_id: deliveryId, event_type: type, attempted_at: at, status_code, error }) => ({
    ...{ kind: 'attempt', at, deliveryId, type, statusCode: status_code, error },
  }))
}

async function findEmails(
  sql: Sql,
  { project, isTest }: Scope,
  { causes }: About,
): Promise<Entry<'email'>[]> {
  const conditions = causes.map(() => 'cause = ? OR cause LIKE ?').join(' OR ')
  const rows = await sql.rows<{
    kind: EmailKind
    recipient: string
    status: Entry<'email'>['status']
    created_at: Date
    sent_at: Date | null
  }>(
    `SELECT kind, recipient, status, created_at, sent_at FROM emails FORCE INDEX (emails_once)
     WHERE kind IN (?) AND (${conditions}) AND project_id = ? AND is_test = ? ORDER BY id DESC LIMIT ${MOST}`,
    [Object.keys(emailKinds), ...causes.flatMap((cause) => [cause, `${cause}-%`]), project.id, isTest],
  )
  return rows.map(({ kind: email, recipient, status, created_at, sent_at }) => ({
    ...{ kind: 'email', at: sent_at ?? created_at, email, recipient, status },
  }))
}
