import type { Value } from '../../../db/sql.ts'
import type { Tx } from '../../../db/transaction.ts'
import { withoutPerson } from '../../domain/customers/erase.ts'
import type { ValueFate } from '../../kit/shape.ts'

/** Rows updated by one statement. */
const AT_ONCE = 100

interface Rewrite {
  table: 'checkouts' | 'emails' | 'events'
  column: string
  fate: ValueFate
  where: string
}

/** Rewrites JSON columns without the person's data. */
export async function rewrite(
  tx: Tx,
  { table, column, fate, where }: Rewrite,
  values: (Value | Value[])[],
): Promise<void> {
  const rows = await tx.sql.rows<{ id: number; text: string }>(
    `SELECT id, ${column} AS text FROM ${table} WHERE ${where} ORDER BY id FOR UPDATE`,
    values,
  )
  const changed = rows.flatMap(({ id, text }) => {
    const clean = JSON.stringify(withoutPerson(JSON.parse(text), fate))
    return clean === text ? [] : [{ id, clean }]
  })
  for (let from = 0; from < changed.length; from += AT_ONCE) {
    const some = changed.slice(from, from + AT_ONCE)
    await tx.sql.write(
      `UPDATE ${table} SET ${column} = CASE id ${'WHEN ? THEN ? '.repeat(some.length)} END WHERE id IN (?)`,
      [...some.flatMap(({ id, clean }) => [id, clean]), some.map(({ id }) => id)],
    )
  }
}
