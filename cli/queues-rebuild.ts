import { dueTables } from '../common/due-rows/tables.ts'
import { onConnection } from '../db/sql.ts'
import type { Command } from './command.ts'
import { columns } from './print.ts'

/** Rows at a time: nobody else waits long for one of them. */
const BATCH = 1_000

export const queuesRebuild: Command = {
  name: 'queues rebuild',
  summary: 'Let the workers wake every due row anew, as after a loss of Redis',
  async run() {
    const released: { name: string; rows: number }[] = []
    for (const { armedBy } of dueTables) {
      const { table, waiting } = armedBy
      released.push({ name: table, rows: await release(table, waiting) })
    }
    const rows = columns(released.map(({ name, rows: count }) => [name, `${count}`]))
    return { json: { released }, text: `The workers will wake these rows anew, if they are due:\n${rows}` }
  },
}

/** Walks the table once by id: workers arm rows again behind our back, and that is the purpose. */
async function release(table: string, where: string): Promise<number> {
  let count = 0
  let last = 0
  for (;;) {
    const ids = await armedAfter(last, table, where)
    if (ids.length === 0) return count
    const { affectedRows } = await onConnection((sql) =>
      sql.run(`UPDATE ${table} SET armed_until = NULL WHERE id IN (?) AND ${where}`, [ids]),
    )
    count += affectedRows
    last = Math.max(...ids)
  }
}

async function armedAfter(last: number, table: string, where: string): Promise<number[]> {
  const rows = await onConnection((sql) =>
    sql.rows<{ id: number }>(
      `SELECT id FROM ${table} WHERE id > ? AND ${where} AND armed_until IS NOT NULL ORDER BY id LIMIT ${BATCH}`,
      [last],
    ),
  )
  return rows.map(({ id }) => id)
}
