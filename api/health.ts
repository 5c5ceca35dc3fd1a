import { setTimeout as pause } from 'node:timers/promises'
import { Router } from 'express'
import { producer } from '../common/runtime/queues.ts'
import { isMigrated } from '../db/run-migrations.ts'
import { besideTransactions } from '../db/sql.ts'

/**
 * `/healthz`: the process lives. `/readyz`: MySQL answers and its tables are ours; Redis is told of, not required.
 * Transactions that wait for a row of one customer may hold the whole pool for seconds: that takes no process
 * out of the balancer, which would only send what waits to the others.
 */
export const health = Router()

health.get('/healthz', (_request, response) => {
  response.json({ ok: true })
})

health.get('/readyz', async (_request, response) => {
  const [mysql, redis] = await Promise.all([within(2_000, mysqlState()), within(500, redisState())])
  const ok = mysql === 'ok'
  response.status(ok ? 200 : 503)
  if (!ok) response.setHeader('Retry-After', '1')
  response.json({ ok, mysql, redis })
})

async function mysqlState(): Promise<string> {
  return (await besideTransactions(isMigrated)) ? 'ok' : 'migrations are missing: run the release process'
}

async function redisState(): Promise<string> {
  await producer().ping()
  return 'ok'
}

async function within(milliseconds: number, state: Promise<string>): Promise<string> {
  const late = pause(milliseconds, 'does not answer', { ref: false })
  return Promise.race([state.catch(() => 'cannot be reached'), late])
}
