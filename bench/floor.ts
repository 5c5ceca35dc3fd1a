import { randomBytes } from 'node:crypto'
import express, { type NextFunction, type Request, type Response } from 'express'
import { createPool, type PoolConnection, type ResultSetHeader, type RowDataPacket } from 'mysql2'
import { CHECKOUT_SELECT } from '../common/checkouts/rows.ts'

/**
 * The least that a checkout can cost on these packages: bare Express and mysql2 with the statements,
 * columns and answer sizes of the service, and nothing else: no token, no validation, no log, no
 * wake-ups, no headers of ours. What the service does beyond this is what it is measured by.
 */

const { DATABASE_URL = '', BASE_URL = '', PORT = '0' } = process.env
const POOL = Number(process.env.DB_POOL_MAX ?? 10)
const TWO_MONTHS = 61 * 86_400_000

const pool = createPool({
  uri: DATABASE_URL,
  connectionLimit: POOL,
  timezone: '+00:00',
  charset: 'utf8mb4',
  stringifyObjects: true,
})
pool.on('connection', (connection) => {
  connection.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED')
})

function connect(): Promise<PoolConnection> {
  return new Promise((resolve, reject) => {
    pool.getConnection((error, connection) => {
      if (error) reject(error)
      else resolve(connection)
    })
  })
}

function query<Result>(connection: PoolConnection, sql: string, values: unknown[] = []): Promise<Result> {
  return new Promise((resolve, reject) => {
    connection.query(sql, values, (error, result) => {
      if (error) reject(error)
      else resolve(result as Result)
    })
  })
}

interface Body {
  items: { price: string; quantity: number }[]
  client_reference_id: string
  success_url: string
  cancel_url: string
}

interface Price extends RowDataPacket {
  id: number
  lookup_key: string
  unit_amount: number
  product_id: number
  name: string
  client_reference_id: string | null
}

const PRICES = `SELECT price.id, price.lookup_key, price.unit_amount, price.type, price.active AND product.active AS active,
    product.id AS product_id, product.name, product.client_reference_id
  FROM prices price JOIN products product ON product.id = price.product_id
  WHERE price.project_id = ? AND price.is_test = ? AND price.lookup_key IN (?)`

async function create(connection: PoolConnection, projectId: number, body: Body, key: string) {
  const now = new Date()
  const expiresAt = new Date(now.getTime() + TWO_MONTHS)
  const token = randomBytes(16).toString('base64url')
  const wanted = body.items.map(({ price }) => price)
  const prices = await query<Price[]>(connection, PRICES, [projectId, true, wanted])
  const items = body.items.map(({ price: lookupKey, quantity }) => {
    const price = prices.find((row) => row.lookup_key === lookupKey)!
    const amount = price.unit_amount * quantity
    return { price, quantity, amount }
  })
  const total = items.reduce((sum, { amount }) => sum + amount, 0)
  const checkout = await query<ResultSetHeader>(
    connection,
    `INSERT INTO checkouts (project_id, is_test, token, status, mode, currency, amount_subtotal, amount_total,
       client_reference_id, customer_id, customer_email, is_guest, discounts, email_collection, phone_number_collection,
       delivery_address_collection, allow_promotion_codes, custom_fields, locale, success_url, cancel_url,
       metadata, expires_at, created_at, updated_at) VALUES (?)`,
    [
      [projectId, true, token, 'open', 'payment', 'MNT', total, total, body.client_reference_id, null, null, true, null,
        true, false, false, false, null, 'auto', body.success_url, body.cancel_url, null, expiresAt, now, now],
    ],
  ) // prettier-ignore
  const id = checkout.insertId
  await query(
    connection,
    `INSERT INTO checkout_items (project_id, checkout_id, price_id, product_id, name, product_client_reference_id,
       lookup_key, quantity, unit_amount, amount_subtotal, amount_total, adjustable_min, adjustable_max) VALUES ?`,
    [
      items.map(({ price, quantity, amount }) => [
        projectId, id, price.id, price.product_id, price.name, price.client_reference_id,
        price.lookup_key, quantity, price.unit_amount, amount, amount, null, null,
      ]),
    ],
  ) // prettier-ignore
  await query(
    connection,
    'INSERT INTO timers (project_id, kind, subject_id, due_at, armed_until, test_clock_id) VALUES (?)',
    [[projectId, 'checkout.expire', id, expiresAt, new Date(expiresAt.getTime() + 120_000), null]],
  )
  const answer = JSON.stringify({ data: { id, url: `${BASE_URL}/checkout/${id}/${token}` } })
  await query(
    connection,
    `INSERT INTO idempotency_keys (project_id, is_test, idempotency_key, request_hash, status, answer, created_at)
     VALUES (?)`,
    [[projectId, true, key, Buffer.alloc(32), 201, Buffer.from(answer), now]],
  )
  return answer
}

function send(response: Response, status: number, json: string): void {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' })
  response.end(json)
}

const app = express()
app.disable('x-powered-by')
app.disable('etag')

app.post('/v1/projects/:project_id/checkouts', express.json(), async (request, response) => {
  const connection = await connect()
  try {
    await query(connection, 'BEGIN')
    const project = Number(request.params.project_id)
    const key = String(request.headers['idempotency-key'])
    const answer = await create(connection, project, request.body as Body, key)
    await query(connection, 'COMMIT')
    send(response, 201, answer)
  } finally {
    connection.release()
  }
})

app.get('/v1/projects/:project_id/checkouts/:id', async (request, response) => {
  const connection = await connect()
  try {
    const rows = await query<RowDataPacket[]>(
      connection,
      `${CHECKOUT_SELECT} WHERE checkout.id = ? AND checkout.project_id = ? AND checkout.is_test = ?`,
      [Number(request.params.id), Number(request.params.project_id), true],
    )
    send(response, 200, JSON.stringify({ data: rows[0] }))
  } finally {
    connection.release()
  }
})

let failed = false
app.use((error: unknown, _request: Request, response: Response, _next: NextFunction) => {
  if (!failed) console.error(error) // the first failure ends the run; the rest would bury it
  failed = true
  send(response, 500, '{}')
})

app.listen(Number(PORT), '127.0.0.1', () => process.send?.('listening'))
process.on('disconnect', () => process.exit(0))
process.on('SIGTERM', () => process.exit(0))
