import type { Atomically } from '../../../db/transaction.ts'
import { bodyOf } from '../../events/rows.ts'
import { inBatches } from '../../kit/in-batches.ts'
import { readRetryAfter } from '../../kit/retry-after.ts'
import { now, realNow } from '../../runtime/clock.ts'
import { config } from '../../runtime/config.ts'
import { type Guard, type Line, openLine } from '../../runtime/guarded-http.ts'
import { log } from '../../runtime/log.ts'
import { webhookAttempts } from '../../runtime/metrics.ts'
import { OutsideError } from '../../runtime/outside-error.ts'
import { oldSecrets } from '../endpoints/old-secrets.ts'
import { openSecret } from '../endpoints/secret.ts'
import { addressRules } from '../rules/address.ts'
import { LONGEST_RETRY_AFTER } from '../rules/schedule.ts'
import { isDelivered } from '../rules/settle.ts'
import { deliveryHeaders } from '../rules/sign.ts'
import { claimDeliveries, type Claimed } from './claim.ts'
import type { Lease } from './lease.ts'
import type { Attempt } from './record-attempt.ts'
import { recordAttempts } from './record-attempts.ts'
import { waitForNetwork } from './wait-for-network.ts'

const KEPT_OF_BODY = 4096

/** Arrivals that may be unrecorded while more is sent: where we are killed they come once more. */
const MOST_BEHIND = 12

/** Where the attempts of a drain are looked up and recorded, those of one moment together, and the lines to its endpoint. */
export interface Desk {
  claim: (id: number) => Promise<Claimed | undefined>
  record: (made: { claimed: Claimed; attempt: Attempt }) => Promise<boolean>
  lines: Line[]
  /** Arrivals that are being recorded. Each answers whether the endpoint may get more. */
  behind: Set<Promise<boolean>>
  /** What one of them failed by, or that the endpoint gets nothing more for now. */
  stopped: { reason?: unknown } | null
}

export function openDesk(atomically: Atomically): Desk {
  return {
    claim: inBatches(claimDeliveries),
    record: inBatches((made) => atomically((tx) => recordAttempts(tx, made))),
    lines: [],
    behind: new Set(),
    stopped: null,
  }
}

/** All that has arrived is recorded: before that a delivery that was sent looks as if it were due. */
export async function allRecorded(desk: Desk): Promise<void> {
  await Promise.allSettled(desk.behind)
  if (desk.stopped && 'reason' in desk.stopped) throw desk.stopped.reason
}

/** The drain is over, and with it every connection to its endpoint. */
export function closeDesk({ lines }: Desk): void {
  for (const line of lines) line.close()
}

/**
 * Makes one attempt and records it. Answers `stop` where the endpoint should get nothing more for now,
 * and `nothing` where the delivery is not to be sent any more.
 */
export async function sendDelivery(
  id: number,
  lease: Lease,
  desk: Desk,
  atomically: Atomically,
  limits: Partial<Guard>,
): Promise<'sent' | 'stop' | 'nothing'> {
  if (desk.stopped) return 'stop'
  const claimed = await desk.claim(id)
  if (!claimed) return 'nothing'
  if (claimed.drain_token !== lease.token || !claimed.active) return 'stop'
  if (performance.now() >= lease.heldUntil) return 'stop' // we stood still: somebody else may be at it
  const attempt = await attemptOf(claimed, desk, limits)
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
  const recording = desk.record({ claimed, attempt })
  // An arrival at an endpoint that does well changes nothing for the next one, which need not wait for it.
  if (!isDelivered(attempt) || desk.behind.size >= MOST_BEHIND) return (await recording) ? 'sent' : 'stop'
  leaveBehind(desk, recording)
  return 'sent'
}

function leaveBehind(desk: Desk, recording: Promise<boolean>): void {
  const behind = recording
    .then(
      (goesOn) => {
        if (!goesOn) desk.stopped ??= {}
        return goesOn
      },
      (reason: unknown) => {
        desk.stopped = { reason }
        return false
      },
    )
    .finally(() => desk.behind.delete(behind))
  desk.behind.add(behind)
}

function outcomeOf(attempt: Attempt): string {
  if (attempt.statusCode === null) return 'unreachable'
  return isDelivered(attempt) ? 'delivered' : 'refused'
}

/** Makes the attempt; where we could not even get out, it was none, and nothing is the receiver's fault. */
async function attemptOf(
  claimed: Claimed,
  { lines }: Desk,
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
    responseBody: null,
    error: null,
  }
  const line = lines.pop() ?? openLine() // nobody else uses it meanwhile
  try {
    const answer = await line.request({ method: 'POST', url, headers, body }, guard)
    attempt.statusCode = answer.status
    attempt.retryAfter = readRetryAfter(one(answer.headers['retry-after']), realNow(), LONGEST_RETRY_AFTER)
    attempt.responseBody = textOf(answer.body)
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error
    if (error.fault === 'ours') return ourFault(claimed, error)
    attempt.error = error.message
  } finally {
    lines.push(line)
  }
  return { ...attempt, durationMs: Math.round(performance.now() - started) }
}

function ourFault({ endpoint_id, delivery_id }: Claimed, { message }: OutsideError): 'our fault' {
  webhookAttempts.inc({ outcome: 'own_fault' })
  log().warn({ endpoint_id, delivery_id, error: message }, 'our own network fails: nothing was sent')
  return 'our fault'
}

function headersOf(claimed: Claimed, body: string): Record<string, string> {
  return deliveryHeaders({
    eventId: claimed.id,
    body,
    at: realNow(), // real time, also where the clock is a test's: receivers compare it with theirs
    secrets: [openSecret(claimed.secret), ...oldSecrets(claimed, now())],
    plainHeader: claimed.signature_header ?? config().webhookSignatureHeader,
  })
}

function one(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header
}

/** The beginning of an answer as text; a character cut in two is left out. */
function textOf(body: Buffer): string {
  return new TextDecoder().decode(body.subarray(0, KEPT_OF_BODY), { stream: true })
}
