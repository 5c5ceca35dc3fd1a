import { randomUUID } from 'node:crypto'
import { onConnection } from '../../db/sql.ts'
import { BODY, type Shop } from '../fill/shop.ts'
import type { Contender } from '../run/children.ts'

const ROWS = {
  checkouts: 'id = ?',
  checkout_items: 'checkout_id = ?',
  timers: 'subject_id = ?',
  audit_log: "object = 'checkout' AND object_id = ?",
}

/** Throws unless both contenders fill the same columns: only then they do the same work. */
export async function checkSameRows(contenders: readonly Contender[], shop: Shop): Promise<void> {
  const ids = await Promise.all(contenders.map((contender) => createOne(contender, shop)))
  for (const [table, where] of Object.entries(ROWS)) {
    const filled = await Promise.all(ids.map((id) => filledColumns(table, where, id)))
    if (filled[0] !== filled[1])
      throw new Error(`Floor and service fill different columns of ${table}:\n${filled.join('\n')}`)
  }
}

async function filledColumns(table: string, where: string, id: number): Promise<string> {
  const row = await onConnection((sql) =>
    sql.row<Record<string, unknown>>(`SELECT * FROM ${table} WHERE ${where}`, [id]),
  )
  return Object.entries(row ?? {})
    .filter(([, value]) => value !== null)
    .map(([name]) => name)
    .join(', ')
}

async function createOne({ url }: Contender, { projectId, token }: Shop): Promise<number> {
  const response = await fetch(`${url}/v1/projects/${projectId}/checkouts`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: BODY,
  })
  const { data } = (await response.json()) as { data: { id: number } }
  return data.id
}
