import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import mysql, { type Connection, type RowDataPacket } from 'mysql2/promise'
import type { WakeUp } from '../../common/domain/jobs/catalog.ts'
import { HOUR, later } from '../../common/kit/time.ts'
import {
  closeQueues,
  flushWakeUps,
  openQueue,
  producer,
  untilConnected,
  wake,
} from '../../common/runtime/queues.ts'
import { redisInfo, serversOf } from '../../common/runtime/redis.ts'
import { closeDatabase } from '../../db/connection.ts'
import { BODY, createShop, type Shop } from '../fill/shop.ts'
import { machine } from '../report/machine.ts'
import { endChildren, startWeb, startWorker } from '../run/children.ts'
import { startReceivers } from '../run/receivers.ts'
import { startSlowSmtp } from '../run/smtp.ts'

/**
 * Measures the bytes of rows and jobs: sells a few real orders, multiplies their rows, and prints what each table needs,
 * with its indexes. Then adds delayed jobs to Redis. `npm run bench -- sizes` runs it.
 */
const { values } = parseArgs({
  options: {
    /** Checkouts and events. The other tables get a tenth, which is enough for the bytes of a row. */
    rows: { type: 'string', default: '1000000' },
    jobs: { type: 'string', default: '1000000' },
  },
})
const ROWS = Number(values.rows)
const JOBS = Number(values.jobs)

const ORDERS = 50
/** Added to an id for each copy of a row, so that copies do not meet. */
const STRIDE = 1_000
const WHOLE = ['checkouts', 'events']
const TABLES = [
  ...WHOLE,
  ...['checkout_items', 'payments', 'webhook_deliveries', 'webhook_attempts', 'emails', 'customers'],
  ...['idempotency_keys', 'timers'],
]
/** Rows of one statement: a longer one fills the undo log. */
const BATCH_SIZE = 50_000
/** Jobs that are sent together. */
const AT_ONCE = 1_000

async function main(): Promise<void> {
  const shop = await createShop()
  const database = await mysql.createConnection({ uri: process.env.DATABASE_URL ?? '' })
  await sell(shop, database)
  const perOrder = new Map<string, number>()
  for (const table of TABLES) perOrder.set(table, (await countOf(database, table)) / ORDERS)

  await database.query('SET unique_checks = 0')
  for (const table of TABLES) await multiply(database, table, WHOLE.includes(table) ? ROWS : ROWS / 10)
  const { database: engine, redis } = machine()
  console.log(`${engine}, ${redis}\n`)
  console.log('| table | rows | bytes per row | of them indexes | rows per paid order | bytes per order |')
  console.log('| --- | ---: | ---: | ---: | ---: | ---: |')
  let sum = 0
  for (const table of TABLES) {
    const rows = await countOf(database, table)
    const { data, index } = await lengthOf(database, table)
    const each = (data + index) / rows
    const bytes = each * (perOrder.get(table) ?? 0)
    sum += bytes
    const cells = [rows, Math.round(each), Math.round(index / rows), perOrder.get(table), Math.round(bytes)]
    console.log(`| ${[`\`${table}\``, ...cells].join(' | ')} |`)
  }
  console.log(`\nA paid order with its webhooks and its email needs ${Math.round(sum)} bytes.`)
  const old = await lengthOfOldEvents(database)
  console.log(`An event needs ${Math.round(old)} bytes when its payload has been deleted.`)
  await database.end()
  await fillRedis()
}

/** Sells orders through the API, each with a receipt and webhooks, and creates as many that stay open. */
async function sell({ projectId, token }: Shop, database: Connection): Promise<void> {
  const smtp = await startSlowSmtp()
  const receivers = await startReceivers()
  const web = await startWeb('service')
  startWorker({ env: { SMTP_URL: smtp.url } })
  const post = async (path: string, body: object): Promise<{ id: number }> => {
    const response = await fetch(`${web.url}/v1/projects/${projectId}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': `${path}-${performance.now()}`,
      },
      body: JSON.stringify(body),
    })
    const answer = (await response.json()) as { data: { id: number } }
    if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${JSON.stringify(answer)}`)
    return answer.data
  }
  await post('/webhook-endpoints', { url: receivers.url('good', 1) })
  for (let count = 0; count < ORDERS; count += 1) {
    const email = `bat.erdene.${count}@example.com`
    const customer = await post('/customers', { email, name: 'Bat-Erdene Ganbold' })
    const order = await post('/checkouts', { ...(JSON.parse(BODY) as object), customer_id: customer.id })
    await post(`/checkouts/${order.id}/pay`, {})
  }
  const waiting = ['webhook_deliveries', 'emails'].map((table) => `${table} WHERE status = 'pending'`)
  for (const rows of waiting) while ((await countOf(database, rows)) > 0) await pause(100)
  await post('/checkouts', JSON.parse(BODY) as object) // its timer is multiplied
  await endChildren()
  smtp.stop()
  receivers.stop()
}

async function countOf(database: Connection, from: string): Promise<number> {
  const [[row]] = await database.query<RowDataPacket[]>(`SELECT COUNT(*) AS count FROM ${from}`)
  return Number(row?.count)
}

interface Column extends RowDataPacket {
  name: string
  type: string
  extra: string
  isUnique: number
}

/** Copies the rows of a table until it has `rows`. Copies have other ids, tokens and times, as later rows have. */
async function multiply(database: Connection, table: string, rows: number): Promise<void> {
  const startedAt = performance.now()
  const [columns] = await database.query<Column[]>(
    `SELECT COLUMN_NAME AS name, DATA_TYPE AS type, EXTRA AS extra, EXISTS (SELECT 1 FROM information_schema.STATISTICS keys_
       WHERE keys_.TABLE_SCHEMA = DATABASE() AND keys_.TABLE_NAME = columns_.TABLE_NAME
         AND keys_.COLUMN_NAME = columns_.COLUMN_NAME AND NON_UNIQUE = 0) AS isUnique
     FROM information_schema.COLUMNS columns_ WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ?
       AND GENERATION_EXPRESSION IS NULL ORDER BY ORDINAL_POSITION`,
    [table],
  )
  const copied = columns.filter(({ extra }) => extra !== 'auto_increment')
  const names = copied.map(({ name }) => `\`${name}\``).join(', ')
  const cells = copied.map(copyOf).join(', ')
  const before = await countOf(database, table)
  await database.query('CREATE TEMPORARY TABLE originals SELECT * FROM ??', [table])
  const perStatement = Math.ceil(BATCH_SIZE / before)
  const copies = Math.ceil(rows / before) - 1
  for (let from = 1; from <= copies; from += perStatement) {
    const to = Math.min(copies, from + perStatement - 1)
    await database.query(
      `INSERT INTO ${table} (${names}) SELECT ${cells} FROM seq_${from}_to_${to} CROSS JOIN originals ORDER BY seq`,
    )
  }
  await database.query('DROP TEMPORARY TABLE originals')
  await database.query('ANALYZE TABLE ??', [table])
  console.error(`${table}: ${rows} rows in ${Math.round((performance.now() - startedAt) / 1_000)} s`)
}

const SHARED = new Set(['project_id', 'endpoint_id', 'price_id', 'product_id'])

/** Returns the SQL for a column of a copied row: of the same length, but different where a real row would differ. */
function copyOf({ name, type, isUnique }: Column): string {
  const column = `\`${name}\``
  const isKey = isUnique === 1 || /token|_key$|reference/.test(name)
  if (type.endsWith('int') && name.endsWith('_id') && !SHARED.has(name)) return `${column} + seq * ${STRIDE}`
  if (/^(datetime|timestamp)$/.test(type)) return `${column} + INTERVAL seq SECOND`
  if (isKey && /char|text$/.test(type))
    return `LEFT(CONCAT(CONVERT(SHA2(CONCAT(${column}, seq), 256) USING ascii), ${column}), CHAR_LENGTH(${column}))`
  if (isKey && /binary|blob/.test(type))
    return `LEFT(CONCAT(UNHEX(SHA2(CONCAT(HEX(${column}), seq), 256)), ${column}), LENGTH(${column}))`
  return column
}

/** Returns the bytes of a table's rows and of its other indexes. */
async function lengthOf(database: Connection, table: string): Promise<{ data: number; index: number }> {
  const [[row]] = await database.query<RowDataPacket[]>(
    `SELECT DATA_LENGTH AS data, INDEX_LENGTH AS \`index\` FROM information_schema.TABLES
     WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ?`,
    [table],
  )
  return { data: Number(row?.data), index: Number(row?.index) }
}

/** Returns the bytes of an event whose payload has expired. Copies them, because InnoDB does not shrink a table. */
async function lengthOfOldEvents(database: Connection): Promise<number> {
  const rows = ROWS / 10
  await database.query('CREATE TABLE old_events LIKE events')
  await database.query('INSERT INTO old_events SELECT * FROM events LIMIT ?', [rows])
  await database.query("UPDATE old_events SET data = 'null', previous_attributes = NULL, data_until = NULL")
  await database.query('OPTIMIZE TABLE old_events')
  await database.query('ANALYZE TABLE old_events')
  const { data, index } = await lengthOf(database, 'old_events')
  return (data + index) / rows
}

/** Adds wake-ups of different seconds, and prints the memory of each. */
async function fillRedis(): Promise<void> {
  await untilConnected(5_000)
  const [server] = serversOf(producer())
  const usedMemory = async () => Number((await redisInfo(server!, 'memory')).get('used_memory'))
  const before = await usedMemory()
  const start = later(new Date(), HOUR)
  for (let from = 0; from < JOBS; from += AT_ONCE) {
    const wakeUps = Array.from({ length: AT_ONCE }, (_, index) => wakeUpOf(from + index, start))
    wake(wakeUps)
    while (!(await flushWakeUps())) {
      await pause(100)
      wake(wakeUps)
    }
  }
  const jobs = await openQueue('lifecycle').getDelayedCount()
  const bytes = (await usedMemory()) - before
  console.log(`\nRedis: ${jobs} delayed jobs need ${Math.round(bytes / jobs)} bytes each.`)
  await closeQueues()
}

/** Returns a wake-up that shares its second with no other of its project: those would share a job. */
function wakeUpOf(number: number, start: Date): WakeUp {
  return { queue: 'lifecycle', group: number % 1_000, lane: number % 8, dueAt: later(start, number * 80) }
}

try {
  await main()
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  await endChildren()
  await closeDatabase()
}
