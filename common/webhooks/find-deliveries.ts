import { Refusal } from '../kit/refusal.ts'
import { iso, isoOrNull } from '../kit/time.ts'
import type { Scope } from '../projects/project.ts'
import type { Condition, Page } from '../../db/page.ts'
import { pageOf } from '../../db/page.ts'
import type { Sql } from '../../db/sql.ts'
import type { DeliveryStatus } from './rules/settle.ts'

interface DeliveryRow {
  id: number
  project_id: number
  is_test: number
  endpoint_id: number
  event_id: number
  event_type: string
  status: DeliveryStatus
  due_at: Date | null
  created_at: Date
  updated_at: Date
}

interface AttemptRow {
  id: number
  delivery_id: number
  attempted_at: Date
  request_headers: string | null
  status_code: number | null
  duration_ms: number
  response_body: string | null
  error: string | null
}

/** A delivery as `GET /webhook-deliveries/:id` answers it, with its attempts, oldest first. */
function presentDelivery(row: DeliveryRow, attempts: readonly AttemptRow[]) {
  return {
    id: row.id,
    project_id: row.project_id,
    endpoint_id: row.endpoint_id,
    event_id: row.event_id,
    event_type: row.event_type,
    status: row.status,
    next_attempt_at: isoOrNull(row.due_at),
    attempts: attempts.map((attempt) => ({
      attempted_at: iso(attempt.attempted_at),
      request_headers: readHeaders(attempt.request_headers),
      status_code: attempt.status_code,
      duration_ms: attempt.duration_ms,
      response_body: attempt.response_body,
      error: attempt.error,
    })),
    is_test: Boolean(row.is_test),
    created_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
  }
}

/** Null for an attempt of a time when they were not kept. */
function readHeaders(text: string | null): Record<string, string> | null {
  return text === null ? null : (JSON.parse(text) as Record<string, string>)
}

export type DeliveryObject = ReturnType<typeof presentDelivery>

export interface DeliveryFilter {
  endpoint_id?: number
  event_id?: number
  status?: DeliveryStatus
}

/** The delivery `id` of this project and mode; refuses where there is none. */
export async function deliveryOf(sql: Sql, scope: Scope, id: number): Promise<DeliveryObject> {
  const row = await sql.row<{ id: number }>(
    'SELECT id FROM webhook_deliveries WHERE id = ? AND project_id = ? AND is_test = ?',
    [id, scope.project.id, scope.isTest],
  )
  const [delivery] = row ? await deliveriesById(sql, [id]) : []
  if (!delivery) throw new Refusal({ code: 'not_found', words: { what: 'webhook delivery' } })
  return delivery
}

/** A page of deliveries, newest first. */
export async function listDeliveries(
  sql: Sql,
  scope: Scope,
  { endpoint_id, event_id, status }: DeliveryFilter,
  page: number,
): Promise<Page<DeliveryObject>> {
  const conditions: Condition[] = [
    ['project_id = ?', scope.project.id],
    ['is_test = ?', scope.isTest],
    ...(endpoint_id === undefined ? [] : [['endpoint_id = ?', endpoint_id] as const]),
    ...(event_id === undefined ? [] : [['event_id = ?', event_id] as const]),
    ...(status === undefined ? [] : [['status = ?', status] as const]),
  ]
  return pageOf(sql, { table: 'webhook_deliveries', conditions }, page, (ids) => deliveriesById(sql, ids))
}

/** More of one delivery can only come of sending it again by hand, as often as somebody likes. */
const ATTEMPTS_SHOWN = 50

/** The newest attempts of each of these deliveries, oldest first. */
async function newestAttempts(sql: Sql, ids: readonly number[]): Promise<AttemptRow[]> {
  const one = `(SELECT * FROM webhook_attempts WHERE delivery_id = ? ORDER BY id DESC LIMIT ${ATTEMPTS_SHOWN})`
  const rows = await sql.rows<AttemptRow>(ids.map(() => one).join(' UNION ALL '), ids)
  return rows.sort((a, b) => a.id - b.id)
}

/** Deliveries with their attempts, newest first. */
export async function deliveriesById(sql: Sql, ids: readonly number[]): Promise<DeliveryObject[]> {
  const rows = await sql.rows<DeliveryRow>('SELECT * FROM webhook_deliveries WHERE id IN (?)', [ids])
  const attempts = await newestAttempts(sql, ids)
  return rows
    .sort((a, b) => b.id - a.id)
    .map((row) =>
      presentDelivery(
        row,
        attempts.filter((attempt) => attempt.delivery_id === row.id),
      ),
    )
}
