import { createProject, PROJECT_DEFAULTS } from '../common/projects/create.ts'
import { insertRow } from '../db/rows.ts'
import { onConnection } from '../db/sql.ts'
import { transact } from '../db/transaction.ts'
import { LOOKUP_KEY } from './typical.ts'

export interface Shop {
  projectId: number
  token: string
}

/** A project with a token, a product and a price registered under a lookup key. */
export async function openShop(): Promise<Shop> {
  const now = () => new Date()
  const { result } = await transact(
    async (tx) => {
      const { id, tokens } = await createProject(tx, { name: 'Bench', ...PROJECT_DEFAULTS })
      const common = { project_id: id, is_test: true, created_at: tx.now, updated_at: tx.now }
      const product = await insertRow(tx.sql, 'products', { ...common, name: 'Milk tea, monthly box' })
      await insertRow(tx.sql, 'prices', {
        ...common,
        product_id: product,
        type: 'one_time',
        unit_amount: 25_000,
        lookup_key: LOOKUP_KEY,
      })
      return { projectId: id, token: tokens.test }
    },
    { now },
  )
  return result
}

/** The ids of the first few thousand checkouts, which the warm-up has made. */
export async function someCheckouts(): Promise<number[]> {
  const rows = await onConnection((sql) =>
    sql.rows<{ id: number }>('SELECT id FROM checkouts ORDER BY id LIMIT 4000'),
  )
  return rows.map(({ id }) => id)
}

/** Which columns both contenders fill must be the same ones, or they do not do the same work. */
export async function checkSameRows(floorId: number, serviceId: number): Promise<void> {
  const tables = { checkouts: 'id', checkout_items: 'checkout_id', timers: 'subject_id' }
  for (const [table, column] of Object.entries(tables)) {
    const shapes = await Promise.all(
      [floorId, serviceId].map((id) =>
        onConnection((sql) =>
          sql.row<Record<string, unknown>>(`SELECT * FROM ${table} WHERE ${column} = ?`, [id]),
        ),
      ),
    )
    const [floor, service] = shapes.map((row) =>
      Object.entries(row ?? {})
        .filter(([, value]) => value !== null)
        .map(([name]) => name)
        .join(', '),
    )
    if (floor !== service)
      throw new Error(`The floor fills other columns of ${table}.\nfloor:   ${floor}\nservice: ${service}`)
  }
}
