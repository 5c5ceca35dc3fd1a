import { onConnection } from '../../db/sql.ts'
import type { Shop } from './shop.ts'

const WRITERS = 4

interface Page {
  data: { id: number }[]
  meta: { has_more: boolean }
}

/** Walks through so many customers by `after` while others are written; prints what was met. Answers whether all were, once. */
export async function walk(shop: Shop & { base: string }, rows: number): Promise<boolean> {
  const from = await lastId(shop, rows)
  let isWalking = true
  let written = 0
  const writers = Array.from({ length: WRITERS }, async (_, writer) => {
    while (isWalking) {
      await call(shop, 'POST', '/customers', { client_reference_id: `walk-${writer}-${written}` })
      written += 1
    }
  })
  const seen: number[] = []
  const began = performance.now()
  for (let after = from; ; after = seen.at(-1) ?? after) {
    const { data, meta } = (await call(shop, 'GET', `/customers?limit=100&after=${after}`)) as Page
    seen.push(...data.map(({ id }) => id))
    if (seen.length >= rows && isWalking) {
      isWalking = false // what was written until now is still met
      await Promise.all(writers)
    } else if (!meta.has_more && !isWalking) break
  }
  const seconds = (performance.now() - began) / 1_000
  const all = await onConnection((sql) =>
    sql.rows<{ id: number }>(
      'SELECT id FROM customers WHERE project_id = ? AND is_test = FALSE AND id > ? ORDER BY id',
      [shop.projectId, from],
    ),
  )
  const isWhole = all.length === seen.length && all.every(({ id }, at) => seen[at] === id)
  const doubles = seen.length - new Set(seen).size
  console.log(
    `\nWalked ${seen.length} customers by after, 100 at once, in ${seconds.toFixed(1)} s while ${written} were written: ` +
      `${all.length - new Set(seen).size} missed, ${doubles} met twice${isWhole ? ', all in order' : ', NOT as they are'}.`,
  )
  return isWhole
}

/** Behind which id so many rows lie. */
async function lastId({ projectId }: Shop, rows: number): Promise<number> {
  const row = await onConnection((sql) =>
    sql.row<{ id: number }>(
      'SELECT id FROM customers WHERE project_id = ? AND is_test = FALSE ORDER BY id DESC LIMIT 1 OFFSET ?',
      [projectId, rows],
    ),
  )
  return row?.id ?? 0
}

async function call({ base, token }: Shop & { base: string }, method: string, path: string, body?: object) {
  const answer = await fetch(base + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
  return answer.json()
}
