import type { Sql } from '../../../../db/sql.ts'

/** Returns the addresses of endpoints by their ids, in one statement. An endpoint that was deleted is missing. */
export async function findEndpointUrls(sql: Sql, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await sql.rows<{ id: number; url: string }>(
    'SELECT id, url FROM webhook_endpoints WHERE id IN (?) AND deleted_at IS NULL',
    [Array.from(new Set(ids))],
  )
  return new Map(rows.map(({ id, url }) => [id, url]))
}
