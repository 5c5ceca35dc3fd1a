import { monitorEventLoopDelay } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import mysql, { type Connection, type RowDataPacket } from 'mysql2/promise'
import { atomically, atomicallyTogether } from '../../common/runtime/atomically.ts'
import { trace } from '../../common/runtime/log.ts'
import { closeQueues } from '../../common/runtime/queues.ts'
import { cachedProject } from '../../common/services/projects/cache.ts'
import { confirmLines } from '../../common/services/statements/confirm-lines.ts'
import { previewStatement, type StatementPreview } from '../../common/services/statements/preview.ts'
import { createEndpoint } from '../../common/services/webhooks/endpoints/create.ts'
import { closeDatabase } from '../../db/connection.ts'
import { createShop, LOOKUP_KEY } from '../fill/shop.ts'
import { databaseTime } from '../run/database-time.ts'
import { log } from '../run/progress.ts'

/**
 * Measures the import of a bank statement with every kind of line: the preview, then the confirmation of its exact lines. Each
 * order sends one webhook and one receipt; half of the orders have a customer. `npm run bench -- import` runs it.
 */
const { values } = parseArgs({
  options: {
    lines: { type: 'string', default: '10000' },
    /** The lines that match an order. Each other kind has the same number of the remaining lines. */
    exact: { type: 'string', default: '7000' },
  },
})
const LINES = Number(values.lines)
const EXACT = Number(values.exact)
/** The lines of each other kind. */
const OTHERS = Math.floor((LINES - EXACT) / 5)
const TRANSFERS = EXACT + 3 * OTHERS

const AMOUNT = 25_000
/** References of six digits, and no two next to each other. */
const referenceOf = (index: number) => 100_000 + index * 37

async function main(): Promise<void> {
  const database = await mysql.createConnection({ uri: process.env.DATABASE_URL ?? '' })
  const { projectId } = await createShop()
  const scope = { project: (await cachedProject(projectId))!, isTest: true }
  await atomically((tx) => createEndpoint(tx, scope, { url: 'http://127.0.0.1:9/hook' }))
  await fillTransfers(database, projectId)
  log(`${TRANSFERS} transfers have begun`)

  const file = statement(linesOfEveryKind())
  await trace.run({ share: projectId }, async () => {
    const before = await previewStatement(scope, statement(linesOf(KNOWN)), {})
    await confirmLines(scope, before.lines, { verifiedBy: 'cli', atomically, atomicallyTogether })
    await measure('first preview', database, () => previewStatement(scope, file, {}))
    const preview = await measure('preview', database, () => previewStatement(scope, file, {}))
    const exact = countOf(preview, 'exact')
    if (exact !== EXACT) throw new Error(`${exact} lines are exact, not ${EXACT}`)
    for (const kind of ['amount_differs', 'unknown_reference', 'already_confirmed', 'paid_twice', 'too_late'])
      console.log(`${countOf(preview, kind)} lines: ${kind}`)
    await measure('confirm', database, () =>
      confirmLines(scope, preview.lines, { verifiedBy: 'cli', atomically, atomicallyTogether }),
    )
    const confirmed = preview.lines.filter((line) => line.confirmed).length
    console.log(`${confirmed} of ${exact} exact lines are confirmed.`)
    const again = await measure('preview again', database, () => previewStatement(scope, file, {}))
    console.log(`${countOf(again, 'already_confirmed')} lines are known the second time.`)
  })
  for (const table of ['deposits', 'statement_lines', 'events', 'webhook_deliveries', 'emails'])
    console.log(`${table}: ${await numberOf(database, `SELECT COUNT(*) AS value FROM ${table}`)} rows`)
  await database.end()
}

function countOf({ lines }: StatementPreview, wanted: string): number {
  return lines.filter(({ result }) => result === wanted).length
}

/** Inserts checkouts whose customers have begun a transfer. The last ones have expired. */
async function fillTransfers(database: Connection, projectId: number): Promise<void> {
  const columns = 'project_id, is_test, created_at, updated_at'
  const common = `${projectId}, TRUE, NOW(6) - INTERVAL 1 HOUR, NOW(6) - INTERVAL 1 HOUR`
  const sequence = `FROM seq_1_to_${TRANSFERS}`
  const email = "CONCAT('bat.erdene.', seq, '@example.com')"
  const statements = [
    `INSERT INTO customers (id, ${columns}, name) SELECT seq, ${common}, 'Bat-Erdene Ganbold' ${sequence}`,
    `INSERT INTO checkouts (id, ${columns}, token, status, mode, currency, amount_subtotal, amount_total, client_reference_id,
       is_guest, customer_id, customer_email, active_payment_id, expires_at)
     SELECT seq, ${common}, SUBSTR(SHA2(seq, 256), 1, 22), IF(seq > ${TRANSFERS - OTHERS}, 'expired', 'open'), 'payment', 'MNT', ${AMOUNT}, ${AMOUNT}, CONCAT('order-2026-', seq),
       seq % 2 = 0, IF(seq % 2 = 0, NULL, seq), ${email}, seq, NOW(6) + INTERVAL 1 DAY ${sequence}`,
    `INSERT INTO checkout_items (project_id, checkout_id, price_id, product_id, name, lookup_key, quantity, unit_amount,
       amount_subtotal, amount_total)
     SELECT ${projectId}, seq, price.id, price.product_id, 'Milk tea, monthly box', price.lookup_key, 1, ${AMOUNT}, ${AMOUNT},
       ${AMOUNT} ${sequence} JOIN prices price ON price.lookup_key = '${LOOKUP_KEY}'`,
    `INSERT INTO payments (id, ${columns}, payable_type, payable_id, method, status, amount, currency, reference, open_reference,
       customer_id, customer_email)
     SELECT seq, ${common}, 'checkout', seq, 'bank_transfer', 'started', ${AMOUNT}, 'MNT', 100000 + seq * 37, 100000 + seq * 37,
       IF(seq % 2 = 0, NULL, seq), ${email} ${sequence}`,
    ...['checkout.expire', 'payment.follow_up'].map(
      (kind) => `INSERT INTO timers (project_id, kind, queue, subject_id, due_at)
       SELECT ${projectId}, '${kind}', 'lifecycle', seq, NOW(6) + INTERVAL 1 DAY ${sequence}`,
    ),
    'ANALYZE TABLE customers, checkouts, checkout_items, payments, timers',
  ]
  for (const text of statements) await database.query(text)
}

/** The transfers of each kind of line, by their number. The first exact lines are paid twice. */
const EXACT_ONES = { first: 1, count: EXACT }
const DIFFERENT = { first: EXACT + 1, count: OTHERS }
const KNOWN = { first: DIFFERENT.first + OTHERS, count: OTHERS }
const LATE = { first: KNOWN.first + OTHERS, count: OTHERS }

interface LinesOf {
  first: number
  count: number
  amount?: number
  /** A line with another counter account is another transfer. */
  account?: string
}

function linesOf({ first, count, amount = AMOUNT, account = '500' }: LinesOf): string[] {
  const day = new Date().toISOString().slice(0, 10)
  return Array.from({ length: count }, (_, index) => {
    const number = first + index
    return `${day},EB -ЗАХИАЛГА ${referenceOf(number)} БАТ ЭРДЭНЭ,${amount},,${account}${number}`
  })
}

function linesOfEveryKind(): string[] {
  const lines = [
    ...linesOf(EXACT_ONES),
    ...linesOf({ ...DIFFERENT, amount: AMOUNT - 1_000 }),
    ...linesOf(KNOWN),
    ...linesOf(LATE),
    ...linesOf({ first: 1, count: Math.min(OTHERS, EXACT), account: '600' }),
  ]
  const rest = Array.from({ length: LINES - lines.length }, (_, index) =>
    lines[0]!.replace(/EB .* ЭРДЭНЭ/, `Цалин ${index}`),
  )
  return [...lines, ...rest]
}

function statement(lines: readonly string[]): Buffer {
  return Buffer.from(['Огноо,Гүйлгээний утга,Орлого,Зарлага,Харьцсан данс', ...lines].join('\n'))
}

/** Runs work and prints its time, the statements, and the longest time that the event loop stood still. */
async function measure<Result>(
  name: string,
  database: Connection,
  work: () => Promise<Result>,
): Promise<Result> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  const before = await statementsOn(database)
  const cpu = process.cpuUsage()
  const databaseCpu = databaseTime()
  const startedAt = performance.now()
  delay.enable()
  const result = await work()
  delay.disable()
  const took = performance.now() - startedAt
  const { user, system } = process.cpuUsage(cpu)
  const statements = (await statementsOn(database)) - before - 1
  console.log(
    `${name}: ${Math.round(took)} ms, ${Math.round((user + system) / 1_000)} ms of processor time here and ${databaseTime() - databaseCpu} ms in the database, ${statements} statements, event loop at most ${Math.round(delay.max / 1e6)} ms`,
  )
  return result
}

async function statementsOn(database: Connection): Promise<number> {
  return numberOf(
    database,
    "SELECT VARIABLE_VALUE AS value FROM information_schema.GLOBAL_STATUS WHERE VARIABLE_NAME = 'QUESTIONS'",
  )
}

async function numberOf(database: Connection, query: string): Promise<number> {
  const [[row]] = await database.query<RowDataPacket[]>(query)
  return Number(row?.value)
}

try {
  await main()
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  await closeQueues()
  await closeDatabase()
}
