import { onConnection, type Sql, type Value } from '../../../db/sql.ts'

type Row = Record<string, Value>

const AT_ONCE = 500

/** Copies a checkout so many times, each with its item and its timer: what two months of visits leave. */
export async function copyCheckout(id: number, times: number): Promise<void> {
  await onConnection(async (sql) => {
    const [checkout, item, timer] = await Promise.all([
      sql.row<Row>('SELECT * FROM checkouts WHERE id = ?', [id]),
      sql.row<Row>('SELECT * FROM checkout_items WHERE checkout_id = ?', [id]),
      sql.row<Row>("SELECT * FROM timers WHERE kind = 'checkout.expire' AND subject_id = ?", [id]),
    ])
    for (let left = times; left > 0; left -= AT_ONCE) {
      const some = Array.from({ length: Math.min(left, AT_ONCE) }, (_, index) => index)
      const first = await insert(
        sql,
        'checkouts',
        some.map(() => checkout!),
      )
      await insert(
        sql,
        'checkout_items',
        some.map((index) => ({ ...item!, checkout_id: first + index })),
      )
      await insert(
        sql,
        'timers',
        some.map((index) => ({ ...timer!, subject_id: first + index })),
      )
    }
  })
}

/** Writes rows under new ids, which follow each other; answers the first. */
async function insert(sql: Sql, table: string, rows: readonly Row[]): Promise<number> {
  const names = Object.keys(rows[0]!).filter((name) => name !== 'id')
  const { insertId } = await sql.run(`INSERT INTO ${table} (${names.join(', ')}) VALUES ?`, [
    rows.map((row) => names.map((name) => row[name]!)),
  ])
  return insertId
}
