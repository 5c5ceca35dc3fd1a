import { setTimeout as pause } from 'node:timers/promises'
import type { Atomically } from '../../../db/transaction.ts'
import { SECOND } from '../../kit/time.ts'
import { log } from '../../runtime/log.ts'
import { drainEndpoint } from './drain.ts'

/** A drain that takes longer goes on beside, and the worker's slot is free for another endpoint. */
const FAST_WITHIN = SECOND
/** How many may go on beside; from there on a slot is held until its drain is over. */
const BESIDE_AT_MOST = 200

const running = new Set<Promise<void>>()

/**
 * Drains an endpoint for a job. Waiting for a receiver costs nothing but the slot, so one that is
 * slow or dead gives it back: it never delays another endpoint. What goes wrong is only logged, since
 * the deliveries stay due.
 */
export async function wakeEndpoint(endpointId: number, atomically: Atomically): Promise<void> {
  const ended = drainEndpoint(endpointId, atomically)
    .catch((error: unknown) => {
      log().error({ err: error, endpoint_id: endpointId }, 'a drain failed; what is due is sent later')
    })
    .finally(() => running.delete(ended))
  running.add(ended)
  if (running.size > BESIDE_AT_MOST) await ended
  else await Promise.race([ended, pause(FAST_WITHIN, undefined, { ref: false })])
}

/** Resolves when every drain of this process is over: a stopping worker waits for it. */
export async function drainsEnded(): Promise<void> {
  await Promise.all(running)
}
