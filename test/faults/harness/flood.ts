import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { describeError, type Shop } from './clients.ts'
import type { Entry, Journal } from './journal.ts'

export interface Rate {
  /** Orders per second. */
  rate: number
  seconds: number
  /** The most orders that wait for a response. Further ones are not sent. */
  most: number
}

/** The number of orders by their ends. `skipped` were not sent, `failed` got no response. */
export interface Flooded {
  sent: number
  skipped: number
  created: number
  refused: number
  failed: number
}

const AMOUNT = 5_000
/** Time that an order waits for a response, in milliseconds. */
const LONGEST = 20_000
/** The time between two groups of orders, in milliseconds. */
const STEP = 10

/**
 * Sends orders at a fixed rate, whether earlier ones were answered or not, as many independent customers do. Each order is
 * sent once. Only to loopback, since this is an attack on any other machine.
 */
export async function flood(shop: Shop, journal: Journal, { rate, seconds, most }: Rate): Promise<Flooded> {
  if (!shop.urls.every((url) => new URL(url).hostname === '127.0.0.1'))
    throw new Error(`Only a service on 127.0.0.1 may be flooded, not ${shop.urls.join(', ')}`)
  const agent = new Agent({ keepAlive: true })
  const waiting = new Set<Promise<void>>()
  const counts: Flooded = { sent: 0, skipped: 0, created: 0, refused: 0, failed: 0 }
  const begun = performance.now()
  for (let due = 0; due < rate * seconds; await pause(STEP)) {
    const until = Math.min(rate * seconds, Math.floor(((performance.now() - begun) / 1000) * rate))
    for (; due < until; due += 1) {
      if (waiting.size >= most) {
        counts.skipped += 1
        continue
      }
      counts.sent += 1
      const order = send(shop, journal, due, agent).then((end) => {
        counts[end] += 1
        waiting.delete(order)
      })
      waiting.add(order)
    }
  }
  await Promise.all(waiting)
  agent.destroy()
  return counts
}

/** Creates one checkout. Notes a response that is neither a success nor a refusal because of the load as a failure. */
async function send(
  shop: Shop,
  journal: Journal,
  number: number,
  agent: Agent,
): Promise<'created' | 'refused' | 'failed'> {
  const entry = journal.begin({ kind: 'create', key: `flood-${number}`, amount: AMOUNT })
  try {
    const { status, text } = await post(shop, entry, shop.urls[number % shop.urls.length]!, agent)
    if (status === 503) return 'refused'
    if (status === 201) {
      const { data } = JSON.parse(text) as { data: { id: number } }
      entry.acknowledged = { at: Date.now(), id: data.id }
      return 'created'
    }
    journal.failures.push({ at: Date.now(), kind: 'create', result: `${status} ${text}`, isTemporary: false })
  } catch (error) {
    journal.failures.push({
      at: Date.now(),
      kind: 'create',
      result: describeError(error),
      isTemporary: true,
    })
  }
  return 'failed'
}

/** Sends an order with Node.js' own client: fetch would take a core of the machine at this rate. */
function post(
  { projectId, token }: Shop,
  { key }: Entry,
  url: string,
  agent: Agent,
): Promise<{ status: number; text: string }> {
  const body = JSON.stringify({
    client_reference_id: key,
    items: [{ price_data: { unit_amount: AMOUNT, product_data: { name: 'Tea' } }, quantity: 1 }],
  })
  return new Promise((resolve, reject) => {
    const call = request(
      `${url}/v1/projects/${projectId}/checkouts`,
      {
        method: 'POST',
        agent,
        timeout: LONGEST,
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'idempotency-key': key,
        },
      },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.once('error', reject)
        response.once('end', () =>
          resolve({ status: response.statusCode!, text: Buffer.concat(chunks).toString() }),
        )
      },
    )
    call.once('error', reject)
    call.once('timeout', () => call.destroy(Object.assign(new Error('No response'), { code: 'ETIMEDOUT' })))
    call.end(body)
  })
}
