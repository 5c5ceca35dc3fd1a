import type { Sql } from '../../../../db/sql.ts'
import type { DeliveryObject } from '../../../domain/webhooks/deliveries/object.ts'
import { Refusal } from '../../../kit/refusal.ts'
import type { Scope } from '../../projects/project.ts'
import { type AttemptRow, type DeliveryRow, serializeDelivery } from './rows.ts'

/** Returns the delivery `id` of this project and mode, or throws 404. */
export async function getDelivery(sql: Sql, scope: Scope, id: number): Promise<DeliveryObject> {
  const row = await sql.row<{ id: number }>(
    'SELECT id FROM webhook_deliveries WHERE id = ? AND project_id = ? AND is_test = ?',
    [id, scope.project.id, scope.isTest],
  )
  const [delivery] = row ? await findDeliveries(sql, [id]) : []
  if (!delivery) throw new Refusal({ code: 'not_found', params: { what: 'webhook delivery' } })
  return delivery
}

/** Finds deliveries with their attempts, newest first. */
export async function findDeliveries(sql: Sql, ids: readonly number[]): Promise<DeliveryObject[]> {
  const rows = await sql.rows<DeliveryRow>('SELECT * FROM webhook_deliveries WHERE id IN (?)', [ids])
  const attempts = await newestAttempts(sql, ids)
  return rows
    .sort((a, b) => b.id - a.id)
    .map((row) =>
      serializeDelivery(
        row,
        attempts.filter((attempt) => attempt.delivery_id === row.id),
      ),
    )
}

/** Attempts shown per delivery. Only repeated resending by hand creates more. */
const ATTEMPTS_SHOWN = 50

/** Returns the newest attempts of each delivery, oldest first. */
async function newestAttempts(sql: Sql, ids: readonly number[]): Promise<AttemptRow[]> {
  const one = `(SELECT * FROM webhook_attempts WHERE delivery_id = ? ORDER BY id DESC LIMIT ${ATTEMPTS_SHOWN})`
  const rows = await sql.rows<AttemptRow>(ids.map(() => one).join(' UNION ALL '), ids)
  return rows.sort((a, b) => a.id - b.id)
}
