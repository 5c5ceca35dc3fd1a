import { rowOf } from '../../../../db/model.ts'
import type { Sql } from '../../../../db/sql.ts'
import type { EndpointObject } from '../../../domain/webhooks/endpoints/object.ts'
import { FAILURES_IN_A_ROW } from '../../../domain/webhooks/health.ts'
import { isoOrNull } from '../../../kit/time.ts'
import type { Scope } from '../../projects/project.ts'
import { findOwnEndpoint } from './find.ts'
import { type EndpointRow, serializeEndpoint } from './rows.ts'

/** Waiting deliveries are counted up to this number. */
export const MOST_WAITING = 1_000

/** An endpoint with the state of its receiver. */
export interface EndpointWithHealth extends EndpointObject {
  /** The first failure since the last success; null without one. */
  failing_since: string | null
  /** Whether it failed several times in a row: then one attempt at a time is made, with pauses. */
  is_paused: boolean
  /** Deliveries that wait for an attempt, at most `MOST_WAITING`. */
  waiting: number
  /** The last change of the newest delivery that has succeeded. */
  last_success_at: string | null
}

/** Returns the endpoint `id` of this project and mode with its health; null if it does not exist. */
export async function findEndpoint(sql: Sql, scope: Scope, id: number): Promise<EndpointWithHealth | null> {
  const endpoint = await findOwnEndpoint(sql, scope, id)
  return endpoint && (await withHealth(sql, [serializeEndpoint(rowOf(endpoint))]))[0]!
}

interface HealthRow extends Pick<EndpointRow, 'id' | 'failures' | 'failing_since'> {
  waiting: number
  last_success_at: Date | null
}

const HEALTH = `(SELECT id, failures, failing_since,
    (SELECT COUNT(*) FROM
       (SELECT 1 FROM webhook_deliveries WHERE status = 'pending' AND endpoint_id = ? LIMIT ${MOST_WAITING}) waiting) AS waiting,
    (SELECT updated_at FROM webhook_deliveries WHERE project_id = ? AND is_test = ? AND endpoint_id = ? AND status = 'succeeded'
     ORDER BY id DESC LIMIT 1) AS last_success_at
  FROM webhook_endpoints WHERE id = ?)`

/** Adds the health of endpoints, in one statement that reads a part of an index for each. */
export async function withHealth(
  sql: Sql,
  endpoints: readonly EndpointObject[],
): Promise<EndpointWithHealth[]> {
  if (endpoints.length === 0) return []
  const rows = await sql.rows<HealthRow>(
    endpoints.map(() => HEALTH).join(' UNION ALL '),
    endpoints.flatMap(({ id, project_id, is_test }) => [id, project_id, is_test, id, id]),
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return endpoints.flatMap((endpoint) => {
    const row = byId.get(endpoint.id)
    return row ? [{ ...endpoint, ...healthOf(row) }] : [] // without one deleted for good meanwhile
  })
}

function healthOf({ failures, failing_since, waiting, last_success_at }: HealthRow) {
  return {
    ...{ failing_since: isoOrNull(failing_since), is_paused: failures >= FAILURES_IN_A_ROW },
    ...{ waiting, last_success_at: isoOrNull(last_success_at) },
  }
}
