import type { AtomicallyRaw } from '../../../../db/transaction.ts'
import { addressRules } from '../../../domain/webhooks/address.ts'
import { LONGEST_RETRY_AFTER } from '../../../domain/webhooks/schedule.ts'
import { isDelivered } from '../../../domain/webhooks/settle.ts'
import { deliveryHeaders } from '../../../domain/webhooks/sign.ts'
import { inBatches } from '../../../kit/in-batches.ts'
import { readRetryAfter } from '../../../kit/retry-after.ts'
import { now, realNow } from '../../../runtime/clock.ts'
import { config } from '../../../runtime/config.ts'
import {
  createHttpClient,
  type Guard,
  type HttpClient,
  type OutsideResponse,
} from '../../../runtime/guarded-http.ts'
import { log } from '../../../runtime/log.ts'
import { webhookAttempts } from '../../../runtime/metrics.ts'
import { OutsideError } from '../../../runtime/outside-error.ts'
import { bodyOf } from '../../events/rows.ts'
import { oldSecrets } from '../endpoints/old-secrets.ts'
import { openSecret } from '../endpoints/secret.ts'
import { claimDeliveries, type Claimed } from './claim.ts'
import type { Lease } from './lease.ts'
import type { Attempt } from './record-attempt.ts'
import { recordAttempts } from './record-attempts.ts'
import { waitForNetwork } from './wait-for-network.ts'

const MOST_OF_BODY = 4096
const MOST_OF_HEADERS = 4096

/** Limit of successes not yet recorded while sending continues: after a kill they are sent again. */
const MOST_UNRECORDED = 12

/** State of one drain: batched reads and writes of attempts, and the connections to its endpoint. */
export interface DrainSession {
  claim: (id: number) => Promise<Claimed | undefined>
  record: (made: { claimed: Claimed; attempt: Attempt }) => Promise<boolean>
  clients: HttpClient[]
  /** Successes that are being recorded. Each resolves to whether the endpoint may get more. */
  unrecorded: Set<Promise<boolean>>
  /** Set when the endpoint must get no more for now; `reason` is the error if recording failed. */
  stopped: { reason?: unknown } | null
}

export function openSession(atomically: AtomicallyRaw): DrainSession {
  return {
    claim: inBatches(claimDeliveries),
    record: inBatches((made) => atomically((tx) => recordAttempts(tx, made))),
    clients: [],
    unrecorded: new Set(),
    stopped: null,
  }
}

/** Waits until all successes are recorded: until then a sent delivery still looks due. */
export async function allRecorded(session: DrainSession): Promise<void> {
  await Promise.allSettled(session.unrecorded)
  if (session.stopped && 'reason' in session.stopped) throw session.stopped.reason
}

/** Closes a drain's connections to its endpoint. */
export function closeSession({ clients }: DrainSession): void {
  for (const client of clients) client.close()
}

/**
 * Makes one attempt and records it. Returns `stop` if the endpoint must get no more for now, and `nothing`
 * if the delivery is no longer pending.
 */
export async function sendDelivery(
  id: number,
  lease: Lease,
  session: DrainSession,
  atomically: AtomicallyRaw,
  limits: Partial<Guard>,
): Promise<'sent' | 'stop' | 'nothing'> {
  if (session.stopped) return 'stop'
  const claimed = await session.claim(id)
  if (!claimed) return 'nothing'
  if (claimed.drain_token !== lease.token || !claimed.active) return 'stop'
  if (performance.now() >= lease.heldUntil) return 'stop' // after a pause another worker may have the lease
  const attempt = await attemptOf(claimed, session, limits)
  if (attempt === 'our fault') {
    await atomically((tx) => waitForNetwork(tx, claimed.endpoint_id))
    return 'stop'
  }
  webhookAttempts.inc({ outcome: outcomeOf(attempt) })
  log().info(
    {
      endpoint_id: claimed.endpoint_id,
      delivery_id: id,
      event_id: claimed.id,
      ...(claimed.request_id !== null && { request_id: claimed.request_id }),
      status: attempt.statusCode,
      ms: attempt.durationMs,
      ...(attempt.error !== null && { error: attempt.error }),
    },
    'webhook attempt',
  )
  const recording = session.record({ claimed, attempt })
  // A success at a healthy endpoint does not affect the next delivery, so that one need not wait.
  if (!isDelivered(attempt) || session.unrecorded.size >= MOST_UNRECORDED)
    return (await recording) ? 'sent' : 'stop'
  recordLater(session, recording)
  return 'sent'
}

function recordLater(session: DrainSession, recording: Promise<boolean>): void {
  const unrecorded = recording
    .then(
      (mayContinue) => {
        if (!mayContinue) session.stopped ??= {}
        return mayContinue
      },
      (reason: unknown) => {
        session.stopped = { reason }
        return false
      },
    )
    .finally(() => session.unrecorded.delete(unrecorded))
  session.unrecorded.add(unrecorded)
}

function outcomeOf(attempt: Attempt): string {
  if (attempt.statusCode === null) return 'unreachable'
  return isDelivered(attempt) ? 'delivered' : 'refused'
}

/** Makes the attempt. Returns `our fault` if our own network failed: that does not count for the receiver. */
async function attemptOf(
  claimed: Claimed,
  { clients }: DrainSession,
  limits: Partial<Guard>,
): Promise<Attempt | 'our fault'> {
  const attemptedAt = now()
  const { url, is_test: isTest } = claimed
  const body = bodyOf(claimed)
  const headers = headersOf(claimed, body)
  const guard = { ...addressRules(Boolean(isTest), config().webhookAllowPrivate), ...limits }
  const started = performance.now()
  const attempt: Attempt = {
    attemptedAt,
    requestHeaders: headers,
    durationMs: 0,
    statusCode: null,
    retryAfter: null,
    responseHeaders: null,
    responseBody: null,
    error: null,
  }
  const client = clients.pop() ?? createHttpClient() // taken out, so that no other lane uses it
  try {
    const response = await client.request({ method: 'POST', url, headers, body }, guard)
    attempt.statusCode = response.status
    attempt.retryAfter = readRetryAfter(one(response.headers['retry-after']), realNow(), LONGEST_RETRY_AFTER)
    attempt.responseHeaders = headersIn(response.headers)
    attempt.responseBody = textOf(response.body)
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error
    if (error.fault === 'ours') return ourFault(claimed, error)
    attempt.error = error.message
  } finally {
    clients.push(client)
  }
  return { ...attempt, durationMs: Math.round(performance.now() - started) }
}

function ourFault({ endpoint_id, delivery_id }: Claimed, { message }: OutsideError): 'our fault' {
  webhookAttempts.inc({ outcome: 'own_fault' })
  log().warn({ endpoint_id, delivery_id, error: message }, 'our own network is down: nothing was sent')
  return 'our fault'
}

function headersOf(claimed: Claimed, body: string): Record<string, string> {
  return deliveryHeaders({
    eventId: claimed.id,
    body,
    at: realNow(), // real time even in tests: receivers compare it with their own clock
    secrets: [openSecret(claimed.secret), ...oldSecrets(claimed, now())],
    plainHeader: claimed.signature_header ?? config().webhookSignatureHeader,
    requestId: claimed.request_id,
  })
}

function one(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header
}

/** Returns the first headers of a response that fit. Several with one name are joined as in HTTP. */
function headersIn(headers: OutsideResponse['headers']): Record<string, string> {
  const kept: Record<string, string> = {}
  let length = 0
  for (const [name, given = ''] of Object.entries(headers)) {
    const value = Array.isArray(given) ? given.join(', ') : given
    length += name.length + value.length
    if (length > MOST_OF_HEADERS) break
    kept[name] = value
  }
  return kept
}

/** Returns the start of a response as text, without a character cut in half. */
function textOf(body: Buffer): string {
  return new TextDecoder().decode(body.subarray(0, MOST_OF_BODY), { stream: true })
}
