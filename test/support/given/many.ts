import { onConnection, type Sql, type Value } from '../../../db/sql.ts'

type Row = Record<string, Value>

const BATCH_SIZE = 500

/** Copies a checkout `times` times, each with its item and its timer. Two months of visits leave that many rows. */
export async function copyCheckout(id: number, times: number): Promise<void> {
  await onConnection(async (sql) => {
    const [checkout, item, timer] = await Promise.all([
      sql.row<Row>('SELECT * FROM checkouts WHERE id = ?', [id]),
      sql.row<Row>('SELECT * FROM checkout_items WHERE checkout_id = ?', [id]),
      sql.row<Row>("SELECT * FROM timers WHERE kind = 'checkout.expire' AND subject_id = ?", [id]),
    ])
    const { step } = (await sql.row<{ step: number }>('SELECT @@auto_increment_increment AS step'))!
    for (let left = times; left > 0; left -= BATCH_SIZE) {
      const some = Array.from({ length: Math.min(left, BATCH_SIZE) }, (_, index) => index)
      const first = await insert(
        sql,
        'checkouts',
        some.map(() => checkout!),
      )
      await insert(
        sql,
        'checkout_items',
        some.map((index) => ({ ...item!, checkout_id: first + index * step })),
      )
      await insert(
        sql,
        'timers',
        some.map((index) => ({ ...timer!, subject_id: first + index * step })),
      )
    }
  })
}

/** Writes rows with consecutive new ids. Returns the first id. */
async function insert(sql: Sql, table: string, rows: readonly Row[]): Promise<number> {
  const names = Object.keys(rows[0]!).filter((name) => name !== 'id')
  const { insertId } = await sql.run(`INSERT INTO ${table} (${names.join(', ')}) VALUES ?`, [
    rows.map((row) => names.map((name) => row[name]!)),
  ])
  return insertId
}
