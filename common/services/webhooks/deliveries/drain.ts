import { onConnection } from '../../../../db/sql.ts'
import type { AtomicallyRaw } from '../../../../db/transaction.ts'
import { SECOND } from '../../../kit/time.ts'
import { now } from '../../../runtime/clock.ts'
import type { Guard } from '../../../runtime/guarded-http.ts'
import { log } from '../../../runtime/log.ts'
import { useShareOf } from '../../../runtime/share.ts'
import {
  AT_A_TIME,
  cancelNext,
  findDue,
  type Lease,
  releaseLease,
  RENEW_EVERY,
  renewLease,
  takeLease,
} from './lease.ts'
import { resendBatch } from './resend-failed.ts'
import { missedBatch } from './resend-missed.ts'
import { allRecorded, closeSession, openSession, sendDelivery } from './send.ts'

/** A drain starts attempts for this long. With the longest attempt added, a shutdown still fits into 25 s. */
const DRAIN_FOR = 8 * SECOND

let stopping = false

/** Stops this process's drains from starting attempts. Other workers take the remaining deliveries. */
export function stopDraining(): void {
  stopping = true
}

/**
 * Sends an endpoint's due deliveries. Does nothing if none is due or another worker has the lease. Call it
 * outside any transaction. If the process is killed, unrecorded deliveries are sent again. `limits`
 * shorten timeouts in tests.
 */
export async function drainEndpoint(
  endpointId: number,
  atomically: AtomicallyRaw,
  limits: Partial<Guard> = {},
): Promise<void> {
  const lease = await atomically((tx) => takeLease(tx, endpointId))
  if (!lease) return
  useShareOf(lease.projectId)
  const heartbeat = setInterval(() => {
    renewLease(lease).catch((error: unknown) => {
      log().warn(
        { endpoint_id: endpointId, error: String(error) },
        'the lease of an endpoint was not renewed',
      )
    })
  }, RENEW_EVERY)
  const session = openSession(atomically)
  let unsendable: ReadonlySet<number> | null = null
  try {
    unsendable = (await cancelAll(lease, atomically))
      ? await sendAll(lease, {
          send: (id) => sendDelivery(id, lease, session, atomically, limits),
          recorded: () => allRecorded(session),
          findMore: async () =>
            (await missedBatch(lease, atomically)) || (await atomically((tx) => resendBatch(tx, lease))),
        })
      : new Set()
  } finally {
    clearInterval(heartbeat)
    closeSession(session)
    await atomically((tx) => releaseLease(tx, lease, unsendable))
  }
}

/** Cancels deliveries marked for it, in batches. Returns whether to send deliveries afterwards. */
async function cancelAll(lease: Lease, atomically: AtomicallyRaw): Promise<boolean> {
  if (lease.cancelThrough === null) return true
  const until = Date.now() + DRAIN_FOR
  while (await atomically((tx) => cancelNext(tx, lease))) if (stopping || Date.now() > until) return false
  return lease.active
}

interface Work {
  send: (id: number) => Promise<'sent' | 'stop' | 'nothing'>
  /** Resolves when all sent deliveries are recorded. */
  recorded: () => Promise<void>
  /** Makes more deliveries due; returns whether there were any. */
  findMore: () => Promise<boolean>
}

/**
 * Sends deliveries in order, a few at a time, until none is due, `send` returns `stop` or the time is up.
 * Returns those that could not be sent because they were no longer pending.
 */
async function sendAll(lease: Lease, { send, recorded, findMore }: Work): Promise<ReadonlySet<number>> {
  const until = performance.now() + DRAIN_FOR
  const unsendable = new Set<number>()
  const stop = new AbortController()
  const mayContinue = () => !stopping && !stop.signal.aborted && performance.now() < until

  async function lane(due: number[]): Promise<void> {
    for (let id = due.shift(); id !== undefined && mayContinue(); id = due.shift()) {
      try {
        const result = await send(id)
        if (result === 'stop') stop.abort()
        if (result === 'nothing') unsendable.add(id)
      } catch (error) {
        stop.abort() // the other lanes finish their current attempt
        throw error
      }
    }
  }

  while (mayContinue()) {
    const found = await onConnection((sql) => findDue(sql, lease.endpointId, now(), AT_A_TIME))
    const due = found.filter((id) => !unsendable.has(id))
    if (due.length === 0) {
      if (lease.catchingUp && (await findMore())) continue
      break
    }
    const lanes = await Promise.allSettled(Array.from({ length: lease.inFlight }, () => lane(due)))
    await recorded()
    for (const ended of lanes) if (ended.status === 'rejected') throw ended.reason
  }
  return unsendable
}
