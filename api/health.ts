import { setTimeout as pause } from 'node:timers/promises'
import { Router } from 'express'
import { redisRefusal } from '../common/runtime/queues.ts'
import { release } from '../common/runtime/release.ts'
import { GONE_AFTER_SECONDS, workersAlive } from '../common/services/workers/heartbeat.ts'
import { CAUSE_SENTENCES, databaseCause } from '../db/errors.ts'
import { probeDatabase } from '../db/probe.ts'
import { besideTransactions } from '../db/sql.ts'

/**
 * `/healthz` returns 200 and the release while the process runs. `/readyz` returns 200 if MySQL takes writes and all
 * migrations have run; it also reports the state of Redis and the workers, which are not required.
 * Transactions that wait for one customer's row may hold the whole pool for seconds. The check uses a separate connection,
 * so that the load balancer keeps this process: removing it would only move the waiting requests to the others.
 */
export const health = Router()

health.get('/healthz', (_request, response) => {
  response.json({ ok: true, release })
})

health.get('/readyz', async (_request, response) => {
  const [mysql, redis, workers] = await Promise.all([
    within(2_000, mysqlState()),
    within(500, redisState()),
    within(2_000, workersState()),
  ])
  const ok = mysql === 'ok'
  response.status(ok ? 200 : 503)
  if (!ok) response.setHeader('Retry-After', '1')
  response.json({ ok, mysql, redis, workers })
})

async function mysqlState(): Promise<string> {
  try {
    return (await probeDatabase()) ?? 'ok'
  } catch (error) {
    const cause = databaseCause(error)
    if (cause !== null) return CAUSE_SENTENCES[cause]
    throw error
  }
}

async function redisState(): Promise<string> {
  const error = await redisRefusal()
  if (error === null) return 'ok'
  const [code] = /^[A-Z]+(?= )/.exec(error) ?? [] // of Redis's own replies, such as OOM or READONLY
  return code === undefined ? 'cannot be reached' : `refuses writes: ${code}`
}

async function workersState(): Promise<string> {
  return (await besideTransactions(workersAlive)).length > 0
    ? 'ok'
    : `none has reported for ${GONE_AFTER_SECONDS} s`
}

async function within(milliseconds: number, state: Promise<string>): Promise<string> {
  const late = pause(milliseconds, 'does not answer', { ref: false })
  return Promise.race([state.catch(() => 'cannot be reached'), late])
}
