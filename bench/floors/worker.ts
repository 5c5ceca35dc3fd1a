import { createHmac, randomBytes } from 'node:crypto'
import { Worker } from 'bullmq'
import { request } from 'undici'
import { connected, inTransaction } from './mysql.ts'
import { connectFloor, type Job, PREFIX, QUEUE } from './queue.ts'

/**
 * The lowest possible cost of background work: a job for each row, ten at a time, one transaction each, on the same
 * tables. There are no due rows, so a lost job stays lost. `node worker.js deliver|expire|end`.
 */
const CONCURRENCY = 10

const kind = process.argv[2] as 'deliver' | 'expire' | 'end'
const secret = randomBytes(32)

interface Delivery {
  project_id: number
  event_id: number
  type: string
  data: string
  created_at: Date
  url: string
}

/** Signs an event, sends it over a kept-alive connection, and records attempt and outcome in one transaction. */
async function deliver(id: number): Promise<void> {
  const [row] = await connected((query) =>
    query<Delivery[]>(
      `SELECT delivery.project_id, event.id AS event_id, event.type, event.data, event.created_at, endpoint.url
       FROM webhook_deliveries delivery JOIN events event ON event.id = delivery.event_id
       JOIN webhook_endpoints endpoint ON endpoint.id = delivery.endpoint_id
       WHERE delivery.id = ? AND delivery.status = 'pending'`,
      [id],
    ),
  )
  const { project_id: project, event_id: event, type, data, created_at: at, url } = row!
  const body = JSON.stringify({
    id: event,
    type,
    data: { object: JSON.parse(data) as unknown },
    created_at: at,
  })
  const now = new Date()
  const time = Math.floor(now.getTime() / 1_000)
  const signature = createHmac('sha256', secret).update(`evt_${event}.${time}.${body}`).digest('base64')
  const headers = {
    'content-type': 'application/json',
    'webhook-id': `evt_${event}`,
    'webhook-timestamp': `${time}`,
    'webhook-signature': `v1,${signature}`,
  }
  const startedAt = performance.now()
  const response = await request(url, { method: 'POST', headers, body })
  const responseBody = await response.body.text()
  const took = Math.round(performance.now() - startedAt)
  await inTransaction(async (query) => {
    await query(
      `INSERT INTO webhook_attempts (project_id, delivery_id, attempted_at, request_headers, status_code, duration_ms,
         response_body) VALUES (?)`,
      [[project, id, now, JSON.stringify(headers), response.statusCode, took, responseBody]],
    )
    await query(
      `UPDATE webhook_deliveries SET status = 'succeeded', tries = tries + 1, due_at = NULL, updated_at = ? WHERE id = ?`,
      [now, id],
    )
  })
}

interface Subject {
  id: number
  project_id: number
  [column: string]: unknown
}

const EVENT = `INSERT INTO events (project_id, is_test, type, object, object_id, sequence, data, body_version, data_until,
    created_at) SELECT ?, TRUE, ?, ?, ?, COALESCE(MAX(sequence), 0) + 1, ?, 2, ?, ? FROM events WHERE object = ? AND object_id = ?`

/** Returns the values of an event, whose data is kept for 30 days. */
function eventValues(type: string, object: string, row: Subject, now: Date): unknown[] {
  const until = new Date(now.getTime() + 30 * 86_400_000)
  return [row.project_id, type, object, row.id, JSON.stringify(row), until, now, object, row.id]
}

/** Expires a checkout and records the event. */
async function expire(id: number): Promise<void> {
  await inTransaction(async (query) => {
    const now = new Date()
    const [row] = await query<Subject[]>(
      "SELECT * FROM checkouts WHERE id = ? AND status = 'open' AND expires_at <= ? FOR UPDATE",
      [id, now],
    )
    const items = await query<Subject[]>('SELECT * FROM checkout_items WHERE checkout_id = ?', [id])
    await query("UPDATE checkouts SET status = 'expired', updated_at = ? WHERE id = ?", [now, id])
    await query("DELETE FROM timers WHERE kind = 'checkout.expire' AND subject_id = ?", [id])
    await query(EVENT, eventValues('checkout.expired', 'checkout', { ...row!, items }, now))
  })
}

/** Ends a subscription after its paid period. Records the event and the customer's email. */
async function endPeriod(id: number): Promise<void> {
  await inTransaction(async (query) => {
    const now = new Date()
    const [row] = await query<Subject[]>(
      "SELECT * FROM subscriptions WHERE id = ? AND status = 'active' AND current_period_end <= ? FOR UPDATE",
      [id, now],
    )
    const [customer] = await query<Subject[]>('SELECT * FROM customers WHERE id = ?', [row!.customer_id])
    await query(
      `UPDATE subscriptions SET status = 'canceled', ended_at = ?, canceled_at = ?, cancellation_reason = 'unpaid',
         updated_at = ? WHERE id = ?`,
      [now, now, now, id],
    )
    await query('DELETE FROM holds WHERE subscription_id = ?', [id])
    await query("DELETE FROM timers WHERE kind = 'subscription.step' AND subject_id = ?", [id])
    await query(EVENT, eventValues('subscription.canceled', 'subscription', row!, now))
    await query(
      `INSERT INTO emails (project_id, is_test, kind, cause, customer_id, recipient, locale, words, status, due_at,
         created_at, updated_at) VALUES (?)`,
      [
        [row!.project_id, true, 'subscription_canceled', `subscription-${id}`, row!.customer_id, customer!.email, 'en',
          JSON.stringify({ subscription: row }), 'pending', now, now, now],
      ],
    ) // prettier-ignore
  })
}

const work = { deliver, expire, end: endPeriod }[kind]
const worker = new Worker<Job>(QUEUE, (job) => work(job.data.id), {
  connection: connectFloor(),
  prefix: PREFIX,
  concurrency: CONCURRENCY,
  skipVersionCheck: true,
})
worker.on('failed', (_job, error) => {
  console.error(error) // a failed job fails the part
  process.exit(1)
})

async function stop(): Promise<void> {
  await worker.close()
  process.exit(0)
}

process.on('disconnect', () => process.exit(0))
process.on('SIGTERM', () => void stop())
