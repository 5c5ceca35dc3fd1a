import { onConnection } from '../../../db/sql.ts'
import type { Atomically } from '../../../db/transaction.ts'
import { SECOND } from '../../kit/time.ts'
import { now } from '../../runtime/clock.ts'
import type { Guard } from '../../runtime/guarded-http.ts'
import { log } from '../../runtime/log.ts'
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
import { allRecorded, closeDesk, openDesk, sendDelivery } from './send.ts'

/** How long a drain goes on starting attempts: with the longest attempt after it, a stop still fits into 25 s. */
const DRAIN_FOR = 8 * SECOND

let stopping = false

/** From here on the drains of this process begin no attempt more; what is left is somebody else's. */
export function stopDraining(): void {
  stopping = true
}

/**
 * Sends what is due at an endpoint. Nothing due, or somebody else at it, is success. Outside of any
 * transaction; killed at any line, what was not recorded is sent again. `limits` are for tests that
 * cannot wait for a receiver that hangs.
 */
export async function drainEndpoint(
  endpointId: number,
  atomically: Atomically,
  limits: Partial<Guard> = {},
): Promise<void> {
  const lease = await atomically((tx) => takeLease(tx, endpointId))
  if (!lease) return
  const heartbeat = setInterval(() => {
    renewLease(lease).catch((error: unknown) => {
      log().warn(
        { endpoint_id: endpointId, error: String(error) },
        'the lease of an endpoint was not renewed',
      )
    })
  }, RENEW_EVERY)
  const desk = openDesk(atomically)
  let unsendable: ReadonlySet<number> | null = null
  try {
    unsendable = (await cancelAll(lease, atomically))
      ? await sendAll(lease, {
          send: (id) => sendDelivery(id, lease, desk, atomically, limits),
          recorded: () => allRecorded(desk),
          findMore: async () =>
            (await missedBatch(lease, atomically)) || (await atomically((tx) => resendBatch(tx, lease))),
        })
      : new Set()
  } finally {
    clearInterval(heartbeat)
    closeDesk(desk)
    await atomically((tx) => releaseLease(tx, lease, unsendable))
  }
}

/** Cancels what is to be, batch by batch; answers whether there is time and leave to send after that. */
async function cancelAll(lease: Lease, atomically: Atomically): Promise<boolean> {
  if (lease.cancelThrough === null) return true
  const until = Date.now() + DRAIN_FOR
  while (await atomically((tx) => cancelNext(tx, lease))) if (stopping || Date.now() > until) return false
  return lease.active
}

interface Work {
  send: (id: number) => Promise<'sent' | 'stop' | 'nothing'>
  /** Resolves when all that was sent is recorded. */
  recorded: () => Promise<void>
  /** Makes more due, where there is more; answers whether it did. */
  findMore: () => Promise<boolean>
}

/**
 * Sends in order, a few at a time, until nothing is due, `send` says stop, or the time is up. Answers
 * what turned out not to be there to send.
 */
async function sendAll(lease: Lease, { send, recorded, findMore }: Work): Promise<ReadonlySet<number>> {
  const until = performance.now() + DRAIN_FOR
  const unsendable = new Set<number>()
  const stop = new AbortController()
  const goesOn = () => !stopping && !stop.signal.aborted && performance.now() < until

  async function lane(due: number[]): Promise<void> {
    for (let id = due.shift(); id !== undefined && goesOn(); id = due.shift()) {
      try {
        const came = await send(id)
        if (came === 'stop') stop.abort()
        if (came === 'nothing') unsendable.add(id)
      } catch (error) {
        stop.abort() // the other lanes end what they have begun
        throw error
      }
    }
  }

  while (goesOn()) {
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
