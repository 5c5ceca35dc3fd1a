import type { Express } from 'express'
import mysql from 'mysql2/promise'
import { createApp } from '../../api/app.ts'
import { atomically } from '../../common/runtime/atomically.ts'
import { closeQueues } from '../../common/runtime/queues.ts'
import { createProject, PROJECT_DEFAULTS } from '../../common/services/projects/create.ts'
import { closeDatabase } from '../../db/connection.ts'
import { migrate } from '../../db/run-migrations.ts'
import { onConnection } from '../../db/sql.ts'
import { rowsOf } from './rows.ts'

export interface Shop {
  app: Express
  projectId: number
  token: string
  rows: number
  /** The values for `{name}` in a query. */
  known: Readonly<Record<string, string | number>>
}

/** Creates a shop with this many live rows of each kind. */
export async function prepareShop(rows: number): Promise<Shop> {
  await migrate()
  const { id: projectId, tokens } = await atomically((tx) =>
    createProject(tx, { name: 'Busy', ...PROJECT_DEFAULTS }),
  )
  const startedAt = performance.now()
  // Its own connection, because the service's connections would time out.
  const connection = await mysql.createConnection({ uri: process.env.DATABASE_URL ?? '' })
  await connection.query('SET GLOBAL innodb_buffer_pool_size = 6442450944')
  await connection.query('SET unique_checks = 0')
  for (const statement of rowsOf(projectId, false, rows)) {
    await connection.query(statement)
    const seconds = Math.round((performance.now() - startedAt) / 1_000)
    console.error(`${seconds} s: ${/INSERT INTO (\w+)/.exec(statement)?.[1] ?? ''}`)
  }
  for (const table of TABLES) await connection.query(`ANALYZE TABLE ${table}`)
  await connection.end()
  return { app: createApp(), projectId, token: tokens.live, rows, known: await known(projectId, rows) }
}

const TABLES = [
  ...[
    'products',
    'prices',
    'promotion_codes',
    'customers',
    'checkouts',
    'checkout_items',
    'payments',
    'events',
  ],
  ...['webhook_deliveries', 'subscriptions', 'invoices', 'refunds', 'audit_log'],
  ...['payment_links', 'webhook_endpoints', 'api_requests', 'members', 'member_projects'],
]

async function known(projectId: number, rows: number): Promise<Shop['known']> {
  const number = Math.floor(rows / 2) + 1
  const idIn = (table: string, offset = number) =>
    onConnection(async (sql) => {
      const row = await sql.row<{ id: number }>(
        `SELECT id FROM ${table} WHERE project_id = ? ORDER BY id LIMIT 1 OFFSET ?`,
        [projectId, offset],
      )
      return row?.id ?? 0
    })
  return {
    number,
    phone: 80_000_000 + number,
    reference: 100_000 + (number % 900_000),
    subject: 100_000_000 + number,
    endpoint: 100_000_001,
    rare_endpoint: 100_000_003,
    late: new Date(Date.UTC(2020, 0, 1) + (rows - 3_600) * 1_000).toISOString(),
    customer: await idIn('customers'),
    checkout: await idIn('checkouts'),
    product: await idIn('products'),
    price: await idIn('prices'),
    code: await idIn('promotion_codes'),
    payment: await idIn('payments'),
    subscription: await idIn('subscriptions'),
    invoice: await idIn('invoices'),
    payment_link: await idIn('payment_links'),
    event: await idIn('events'),
    delivery: await idIn('webhook_deliveries'),
    request: await idIn('api_requests'),
    token: await firstIn(
      'SELECT MIN(id) AS id FROM api_tokens WHERE project_id = ? AND is_test = FALSE',
      projectId,
    ),
    member: await firstIn('SELECT MIN(member_id) AS id FROM member_projects WHERE project_id = ?', projectId),
  }
}

async function firstIn(text: string, projectId: number): Promise<number> {
  const row = await onConnection((sql) => sql.row<{ id: number }>(text, [projectId]))
  return row?.id ?? 0
}

export async function close(): Promise<void> {
  await closeQueues()
  await closeDatabase()
}
