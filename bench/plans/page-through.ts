import { onConnection } from '../../db/sql.ts'
import type { Shop } from './shop.ts'

const WRITERS = 4

interface Page {
  data: { id: number }[]
  meta: { has_more: boolean }
}

/**
 * Pages through this many customers by `after` during concurrent inserts, and prints the result. Returns whether every
 * customer was seen exactly once.
 */
export async function pageThrough(shop: Shop & { base: string }, rows: number): Promise<boolean> {
  const from = await idBefore(shop, rows)
  let isPaging = true
  let inserted = 0
  const writers = Array.from({ length: WRITERS }, async (_, writer) => {
    while (isPaging) {
      await call(shop, 'POST', '/customers', { client_reference_id: `paging-${writer}-${inserted}` })
      inserted += 1
    }
  })
  const seen: number[] = []
  const startedAt = performance.now()
  for (let after = from; ; after = seen.at(-1) ?? after) {
    const { data, meta } = (await call(shop, 'GET', `/customers?limit=100&after=${after}`)) as Page
    seen.push(...data.map(({ id }) => id))
    if (seen.length >= rows && isPaging) {
      isPaging = false // the next pages must still contain all rows inserted until now
      await Promise.all(writers)
    } else if (!meta.has_more && !isPaging) break
  }
  const seconds = (performance.now() - startedAt) / 1_000
  const all = await onConnection((sql) =>
    sql.rows<{ id: number }>(
      'SELECT id FROM customers WHERE project_id = ? AND is_test = FALSE AND id > ? ORDER BY id',
      [shop.projectId, from],
    ),
  )
  const isComplete = all.length === seen.length && all.every(({ id }, at) => seen[at] === id)
  const duplicates = seen.length - new Set(seen).size
  console.log(
    `\nPaged through ${seen.length} customers, 100 at a time, in ${seconds.toFixed(1)} s while ${inserted} were inserted: ` +
      `${all.length - new Set(seen).size} missing, ${duplicates} duplicate${isComplete ? ', all in order' : ', NOT complete and in order'}.`,
  )
  return isComplete
}

/** Returns the id after which there are this many rows. */
async function idBefore({ projectId }: Shop, rows: number): Promise<number> {
  const row = await onConnection((sql) =>
    sql.row<{ id: number }>(
      'SELECT id FROM customers WHERE project_id = ? AND is_test = FALSE ORDER BY id DESC LIMIT 1 OFFSET ?',
      [projectId, rows],
    ),
  )
  return row?.id ?? 0
}

async function call({ base, token }: Shop & { base: string }, method: string, path: string, body?: object) {
  const response = await fetch(base + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${await response.text()}`)
  return response.json()
}
