import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Connection as SqlConnection } from 'mysql2'
import type { Connection, RowDataPacket } from 'mysql2/promise'
import { checkInvariants } from '../../../common/services/invariants/check.ts'
import { ConnectionSql } from '../../../db/sql.ts'
import { enginesNamed, prepare } from '../../../dev/engines/catalog.ts'
import type { FaultCase } from './case.ts'
import { Client } from './clients.ts'
import { compare, countAgain, type Differences } from './compare.ts'
import { Deployment } from './deployment.ts'
import { Disk } from './disk.ts'
import { Journal } from './journal.ts'
import { readLedger } from './ledger.ts'

/** Time limit of the workers, after the load, until nothing is due, in milliseconds. */
const SETTLED_WITHIN = 240_000
/** A webhook or email that arrives later than this was delayed by the fault, in milliseconds. */
const LATE = 5_000

/** The result of a case. */
export interface Outcome extends Differences {
  name: string
  about: string
  engine: string
  load: string
  /** Changes that clients asked for, and those that were acknowledged. */
  requested: number
  acknowledged: number
  webhooks: number
  /** Attempts that were not acknowledged, and their results with numbers. */
  failedAttempts: number
  failures: string
  /** Responses that say that the request can never succeed. */
  refused: string[]
  /** Webhooks and emails that arrived again with the same id. */
  again: number
  /** Seconds from the end of the fault until no request failed and no webhook or email was late any more. */
  recovery: number
  /** Processes that ended by themselves. */
  crashes: number
}

/** The times of a run, in milliseconds since 1970. */
interface Times {
  loadBegan: number
  faultEnded: number
  loadEnded: number
  settled: number
}

/** Runs a case with engines of its own, and compares what clients were told with what is there afterwards. */
export async function runCase(one: FaultCase, folder: string): Promise<Outcome> {
  const engines = enginesNamed(one.engine)
  await prepare(engines.database)
  await prepare(engines.redis)
  Disk.unmount(join(folder, 'database'))
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const journal = new Journal()
  const settings = typeof one.settings === 'function' ? await one.settings() : one.settings
  const deployment = await Deployment.start(engines, folder, journal, settings)
  try {
    await one.prepare?.(deployment)
    const { note, ...times } = await applyLoad(one, deployment, journal)
    const connection = await deployment.connect()
    try {
      const late = await settle(connection)
      const settled = Date.now()
      const differences = await findDifferences(deployment, journal, connection)
      differences.wrong.push(...late)
      await one.afterwards?.(deployment, journal, () => findDifferences(deployment, journal, connection))
      return {
        ...{ name: one.name, about: typeof note === 'string' ? `${one.about} (${note})` : one.about },
        ...{ engine: `${engines.database.name}, ${engines.redis.name}` },
        ...summary(journal, one, { ...times, settled }),
        crashes: deployment.processes.reduce((sum, { crashes }) => sum + crashes, 0),
        ...differences,
      }
    } finally {
      await connection.end()
    }
  } finally {
    await deployment.stop()
  }
}

/** Compares the journal with the database, the webhooks and the emails, and checks the invariants. */
async function findDifferences(
  deployment: Deployment,
  journal: Journal,
  connection: Connection,
): Promise<Differences> {
  deployment.noteEmails(journal)
  const differences = compare(journal, await readLedger(connection, deployment.shop.projectId))
  differences.wrong.push(...(await violations(connection)))
  return differences
}

/** Lets clients work before, during and after the fault. */
async function applyLoad(
  { load, fault }: FaultCase,
  deployment: Deployment,
  journal: Journal,
): Promise<Omit<Times, 'settled'> & { note: unknown }> {
  let isOver = false
  const clients = Array.from({ length: load.clients }, (_, number) =>
    new Client(deployment.shop, journal, number).work(() => isOver, load.idle),
  )
  const loadBegan = Date.now()
  await pause(load.before * 1000)
  const note = await fault(deployment, journal)
  const faultEnded = Date.now()
  await pause(load.after * 1000)
  isOver = true
  await Promise.all(clients)
  return { note, loadBegan, faultEnded, loadEnded: Date.now() }
}

const WAITING = {
  'timers are due': 'timers WHERE due_at <= UTC_TIMESTAMP(6)',
  'webhooks wait': "webhook_deliveries WHERE status = 'pending'",
  'emails wait': "emails WHERE status = 'pending'",
}

/**
 * Waits until nothing is due. Returns a sentence for everything that is due too late. An email that was tried twice, such as
 * by a killed worker and by one that lost its claim, waits for 5 minutes by design: it becomes due at once.
 */
async function settle(connection: Connection): Promise<string[]> {
  for (const end = Date.now() + SETTLED_WITHIN; ; await pause(200)) {
    await connection.query(
      "UPDATE emails SET due_at = UTC_TIMESTAMP(6) WHERE status = 'pending' AND due_at > UTC_TIMESTAMP(6) + INTERVAL 2 MINUTE",
    )
    const left: string[] = []
    for (const [what, rows] of Object.entries(WAITING)) {
      const [[row]] = await connection.query<RowDataPacket[]>(`SELECT COUNT(*) AS n FROM ${rows}`)
      if (row!.n > 0) left.push(`${row!.n} ${what} ${SETTLED_WITHIN / 1000} s after the load`)
    }
    if (left.length === 0 || Date.now() > end) return left
  }
}

async function violations(connection: Connection): Promise<string[]> {
  const { connection: raw } = connection as unknown as { connection: SqlConnection }
  const [[row]] = await connection.query<RowDataPacket[]>('SELECT UTC_TIMESTAMP(6) AS now')
  const found = await checkInvariants(new ConnectionSql(raw), { now: row!.now as Date })
  return found.filter(({ count }) => count > 0).map(({ name, count }) => `invariant ${name}: ${count} rows`)
}

function summary(journal: Journal, { load }: FaultCase, times: Times) {
  const { entries, failures, notices, acknowledged } = journal
  return {
    load: `${load.clients} clients, ${Math.round((times.loadEnded - times.loadBegan) / 1000)} s`,
    requested: entries.length,
    acknowledged: acknowledged.length,
    webhooks: notices.length,
    failedAttempts: failures.length,
    failures: countByResult(journal),
    refused: failures
      .filter(({ isTemporary }) => !isTemporary)
      .map(({ kind, result }) => `${kind}: ${result}`),
    again: countAgain(journal),
    recovery: Math.max(0, Math.round((lastTrouble(journal, times) - times.faultEnded) / 100) / 10),
  }
}

/** Returns the time of the last failed attempt, late webhook or late email. */
function lastTrouble({ failures, acknowledged, notices }: Journal, { loadEnded, settled }: Times): number {
  const paidAt = new Map(
    acknowledged
      .filter(({ kind }) => kind === 'pay' || kind === 'renew')
      .map((entry) => [entry.checkoutId, entry.acknowledged!.at]),
  )
  const late = notices.filter(
    ({ at, type, objectId }) => type === 'checkout.completed' && at - (paidAt.get(objectId) ?? at) > LATE,
  )
  const isSettledLate = settled - loadEnded > LATE
  return [...failures, ...late].reduce((last, { at }) => Math.max(last, at), isSettledLate ? settled : 0)
}

function countByResult({ failures }: Journal): string {
  const counts = new Map<string, number>()
  for (const { result } of failures) {
    const name = result.split(' ')[0]!
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return [...counts].map(([name, count]) => `${count} × ${name}`).join(', ')
}
