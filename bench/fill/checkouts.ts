import mysql from 'mysql2/promise'
import { numbers } from './numbers.ts'

const BATCH_SIZE = 20_000

export interface Checkouts {
  count: number
  /** The time from creation to expiry, as SQL. */
  expires: string
  /** The address of the database, by default the environment's. */
  url?: string
}

/**
 * Inserts open checkouts with one item and a timer each, as `POST /checkouts` does. They are a second apart, and the newest
 * has the highest id. It uses its own connection, because the service's connections would time out. Returns the first id.
 */
export async function fillCheckouts(
  projectId: number,
  { count, expires, url = process.env.DATABASE_URL ?? '' }: Checkouts,
  onProgress: (rows: number) => void,
): Promise<number> {
  const connection = await mysql.createConnection({ uri: url })
  await connection.query('SET unique_checks = 0')
  const first = await nextId(connection)
  const created = (row: string) => `'2026-01-01' + INTERVAL (${row} - ${first}) SECOND`
  const insert = async (low: number, high: number) => {
    await connection.query(
      `INSERT INTO checkouts (id, project_id, is_test, token, status, mode, currency, amount_subtotal, amount_total,
         client_reference_id, is_guest, success_url, cancel_url, expires_at, created_at, updated_at)
       SELECT seq, ?, TRUE, SUBSTR(SHA2(seq, 256), 1, 22), 'open', 'payment', 'MNT', 50000, 50000, CONCAT('order-2026-', seq), TRUE,
         'https://shop.example.com/thanks?checkout={CHECKOUT_ID}', 'https://shop.example.com/cart',
         ${created('seq')} + INTERVAL ${expires}, ${created('seq')}, ${created('seq')}
       FROM ${numbers(low, high)}`,
      [projectId],
    )
    await connection.query(
      `INSERT INTO checkout_items (project_id, checkout_id, price_id, product_id, name, lookup_key, quantity, unit_amount,
         amount_subtotal, amount_total)
       SELECT ?, seq, price.id, price.product_id, 'Milk tea, monthly box', price.lookup_key, 2, 25000, 50000, 50000
       FROM ${numbers(low, high)} JOIN prices price ON price.project_id = ?`,
      [projectId, projectId],
    )
    await connection.query(
      `INSERT INTO timers (project_id, kind, subject_id, due_at)
       SELECT project_id, 'checkout.expire', id, expires_at
       FROM checkouts WHERE id BETWEEN ? AND ?`,
      [low, high],
    )
  }
  const last = first + count - 1
  await insert(last, last) // checkouts that others create meanwhile get the ids after it
  for (let low = first; low < last; low += BATCH_SIZE) {
    const high = Math.min(last, low + BATCH_SIZE) - 1
    await insert(low, high)
    onProgress(high - first + 2) // with the last one
  }
  for (const table of ['checkouts', 'checkout_items', 'timers'])
    await connection.query('ANALYZE TABLE ??', [table])
  await connection.end()
  return first
}

/** Checkouts that others may create until the first row has its id. */
const CREATED_MEANWHILE = 10_000

async function nextId(connection: mysql.Connection): Promise<number> {
  const [rows] = await connection.query<mysql.RowDataPacket[]>('SELECT MAX(id) AS id FROM checkouts')
  return Number(rows[0]?.id ?? 0) + 1 + CREATED_MEANWHILE
}
