import mysql, { type Connection } from 'mysql2'
import type * as Umzug from 'umzug'
import { lazily } from '../common/kit/lazily.ts'
import { config } from '../common/runtime/config.ts'
import { databaseCause, isDone } from './errors.ts'
import { mainJob } from './migrations/0001-main-job.ts'
import { wholeCheckout } from './migrations/0002-whole-checkout.ts'
import { subscriptions } from './migrations/0003-subscriptions.ts'
import { webhooks } from './migrations/0004-webhooks.ts'
import { customersClock } from './migrations/0005-customers-clock.ts'
import { portal } from './migrations/0006-portal.ts'
import { toldAndCredited } from './migrations/0007-told-and-credited.ts'
import { images } from './migrations/0008-images.ts'
import { plans } from './migrations/0009-plans.ts'
import { timerFailures } from './migrations/0010-timer-failures.ts'
import { moneyRules } from './migrations/0011-money-rules.ts'
import { lists } from './migrations/0012-lists.ts'
import { erasing } from './migrations/0013-erasing.ts'
import { rareValues } from './migrations/0014-rare-values.ts'
import { whatEndsLater } from './migrations/0015-what-ends-later.ts'
import { priceNames } from './migrations/0016-price-names.ts'
import { websites } from './migrations/0017-websites.ts'
import { itemsOnTheSpot } from './migrations/0018-items-on-the-spot.ts'
import { receiptNumbers } from './migrations/0019-receipt-numbers.ts'
import { notifications } from './migrations/0020-notifications.ts'
import { moneyThatArrives } from './migrations/0021-money-that-arrives.ts'
import { searchIndexes } from './migrations/0022-search.ts'
import { whatEventsSay } from './migrations/0023-what-events-say.ts'
import { methodOrder } from './migrations/0024-method-order.ts'
import { providerPayments } from './migrations/0025-provider-payments.ts'
import { reconciliation } from './migrations/0026-reconciliation.ts'
import { whatProvidersTook } from './migrations/0027-what-providers-took.ts'
import { payerName } from './migrations/0028-payer-name.ts'
import { refusedCalls } from './migrations/0029-refused-calls.ts'
import { whoseTimer } from './migrations/0030-whose-timer.ts'
import { turns } from './migrations/0031-turns.ts'
import { refundedSegments } from './migrations/0032-refunded-segments.ts'
import { filterIndexes } from './migrations/0033-filters.ts'
import { persons } from './migrations/0034-persons.ts'
import { releaseKinds } from './migrations/0035-release-kinds.ts'
import { providerAttempts } from './migrations/0036-provider-attempts.ts'
import { workerHeartbeats } from './migrations/0037-worker-heartbeats.ts'
import { members } from './migrations/0038-members.ts'
import { paymentLinks } from './migrations/0040-payment-links.ts'
import { statementLines } from './migrations/0041-statement-lines.ts'
import { auditLog } from './migrations/0042-audit-log.ts'
import { apiRequests } from './migrations/0043-api-requests.ts'
import { freshProof } from './migrations/0044-fresh-proof.ts'
import { payerNameIndex } from './migrations/0045-payer-name-index.ts'
import { statementImports } from './migrations/0048-statement-imports.ts'
import { passkeys } from './migrations/0050-passkeys.ts'
import { subscriptionEnds } from './migrations/0053-subscription-ends.ts'
import { invoiceEmails } from './migrations/0054-invoice-emails.ts'
import { requestFilters } from './migrations/0055-request-filters.ts'
import { responseHeaders } from './migrations/0056-response-headers.ts'
import { replicaProbes } from './migrations/0058-replica-probes.ts'
import { figures } from './migrations/0059-figures.ts'
import { catalogue } from './migrations/0060-catalogue.ts'
import { auditChanges } from './migrations/0061-audit-changes.ts'
import { tokenNames } from './migrations/0062-token-names.ts'
import { refundAmounts } from './migrations/0063-refund-amounts.ts'
import { signInGoals } from './migrations/0064-sign-in-goals.ts'
import { statementTransfers } from './migrations/0065-statement-transfers.ts'
import { importing } from './migrations/0066-importing.ts'
import { laterWords } from './migrations/0067-later-words.ts'
import type { Migration } from './migrations/migration.ts'
import { sessionOptions, sessionSettings } from './session.ts'
import { ConnectionSql, type Sql } from './sql.ts'

/** Web and worker only ask what has been done. */
const umzug = lazily<typeof Umzug>('umzug')

const migrations: Migration[] = [
  ...mainJob,
  ...wholeCheckout,
  ...subscriptions,
  ...webhooks,
  ...customersClock,
  ...portal,
  ...toldAndCredited,
  ...images,
  ...plans,
  ...timerFailures,
  ...moneyRules,
  ...lists,
  ...erasing,
  ...rareValues,
  ...whatEndsLater,
  ...priceNames,
  ...websites,
  ...itemsOnTheSpot,
  ...receiptNumbers,
  ...notifications,
  ...moneyThatArrives,
  ...searchIndexes,
  ...whatEventsSay,
  ...methodOrder,
  ...providerPayments,
  ...reconciliation,
  ...whatProvidersTook,
  ...payerName,
  ...refusedCalls,
  ...whoseTimer,
  ...turns,
  ...refundedSegments,
  ...filterIndexes,
  ...persons,
  ...releaseKinds,
  ...providerAttempts,
  ...workerHeartbeats,
  ...members,
  ...paymentLinks,
  ...statementLines,
  ...auditLog,
  ...apiRequests,
  ...freshProof,
  ...payerNameIndex,
  ...statementImports,
  ...passkeys,
  ...invoiceEmails,
  ...subscriptionEnds,
  ...requestFilters,
  ...responseHeaders,
  ...replicaProbes,
  ...figures,
  ...catalogue,
  ...auditChanges,
  ...tokenNames,
  ...refundAmounts,
  ...signInGoals,
  ...statementTransfers,
  ...importing,
  ...laterWords,
]

/** Time that a second release waits for the first, in seconds. */
const LOCK_WAIT = 120

/**
 * Brings the tables up to date and calls `print` for every step. Of two releases at a time, the second waits for the
 * first. Returns the names of the migrations it ran.
 */
export async function migrate(print: (line: string) => void = () => undefined): Promise<string[]> {
  // Its own connection: a migration may take longer than any other use of one.
  const connection = mysql.createConnection({ ...sessionOptions, uri: config().databaseUrl })
  connection.on('error', () => undefined) // each statement's caller gets the error
  const sql = new ConnectionSql(connection)
  try {
    for (const text of sessionSettings()) await sql.run(text)
    return await migrateOn(sql, print)
  } finally {
    await close(connection)
  }
}

/** Closes the connection. The server then rolls back and frees the lock. */
function close(connection: Connection): Promise<void> {
  return new Promise((resolve) => {
    connection.end(() => {
      resolve()
    })
  })
}

async function migrateOn(sql: Sql, print: (line: string) => void): Promise<string[]> {
  await takeLock(sql)
  const { Umzug } = umzug()
  const done = await new Umzug({
    context: sql,
    logger: undefined,
    migrations: migrations.map((migration) => ({
      name: migration.name,
      up: async ({ context }: Umzug.MigrationParams<Sql>) => {
        await run(context, migration)
        print(`migrated ${migration.name}`)
      },
    })),
    storage: {
      executed: async ({ context }) => {
        await context.run(
          'CREATE TABLE IF NOT EXISTS migrations (name VARCHAR(191) NOT NULL PRIMARY KEY) ENGINE=InnoDB',
        )
        return [...(await recorded(context))]
      },
      logMigration: async ({ name, context }) => {
        await context.run('INSERT INTO migrations (name) VALUES (?)', [name])
        await context.run('DELETE FROM migrations WHERE name = ?', [BEGUN + name])
        await context.run('COMMIT') // ends the transaction of `run`; no effect after a DDL
      },
      unlogMigration: async ({ name, context }) => {
        await context.run('DELETE FROM migrations WHERE name = ?', [name])
      },
    },
  }).up()
  return done.map(({ name }) => name)
}

/** Prefix of the name of a migration that has begun. */
const BEGUN = 'begun '

const CHANGES_ROWS = /^\s*(?:UPDATE|INSERT|DELETE)\b/

/**
 * Runs a migration. A change of rows is committed together with its record, so it is never made twice. The database commits
 * a DDL by itself, so a release can be killed after the DDL and before its record. So a migration that has begun before has
 * run if its table, column or key exists.
 */
async function run(sql: Sql, { name, sql: statement }: Migration): Promise<void> {
  const { affectedRows } = await sql.run('INSERT IGNORE INTO migrations (name) VALUES (?)', [BEGUN + name])
  const isFirstTry = affectedRows === 1
  try {
    if (CHANGES_ROWS.test(statement)) await sql.run('START TRANSACTION')
    await sql.run(statement)
  } catch (error) {
    await sql.run('ROLLBACK').catch(() => undefined)
    if (!isFirstTry && isDone(error)) return
    // A refused migration has not run. If the connection is lost, this is unknown, and the record stays.
    await sql.run('DELETE FROM migrations WHERE name = ?', [BEGUN + name]).catch(() => undefined)
    throw error
  }
}

/** Returns the names of the migrations that have run. */
async function recorded(sql: Sql): Promise<Set<string>> {
  const rows = await sql.rows<{ name: string }>('SELECT name FROM migrations ORDER BY name')
  return new Set(rows.map(({ name }) => name).filter((name) => !name.startsWith(BEGUN)))
}

/** Takes the lock of migrations, which the server frees when the connection is closed. */
async function takeLock(sql: Sql): Promise<void> {
  const row = await sql.row<{ taken: number | null }>("SELECT GET_LOCK('tolbor.migrate', ?) AS taken", [
    LOCK_WAIT,
  ])
  if (row?.taken !== 1)
    throw new Error(
      `Another release has been migrating for over ${LOCK_WAIT} s. Try again when it has ended.`,
    )
}

/** Returns whether every migration of this release has run. */
export async function isMigrated(sql: Sql): Promise<boolean> {
  const ran = await recorded(sql).catch(noneIfNeverMigrated)
  return migrations.every(({ name }) => ran.has(name))
}

function noneIfNeverMigrated(error: unknown): Set<string> {
  if (databaseCause(error) === 'not_migrated') return new Set()
  throw error
}

/** Returns the migrations that only a newer release knows. */
export async function newerMigrations(sql: Sql): Promise<string[]> {
  const own = new Set(migrations.map(({ name }) => name))
  return [...(await recorded(sql))].filter((name) => !own.has(name))
}
