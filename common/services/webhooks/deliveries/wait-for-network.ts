import { update } from '../../../../db/rows.ts'
import type { Tx } from '../../../../db/transaction.ts'
import { endpointWakeUp } from '../../../domain/jobs/catalog.ts'
import { later, SECOND } from '../../../kit/time.ts'

/** Pause of an endpoint after a failure of our own network, in milliseconds. */
const WAIT = 30 * SECOND

/**
 * Pauses an endpoint while our own network is down. Its deliveries stay due: no retry is used up, and neither
 * the circuit breaker nor the five-day limit counts the failure.
 */
export async function waitForNetwork(tx: Tx, endpointId: number): Promise<void> {
  const until = later(tx.now, WAIT)
  await update(tx.sql, 'webhook_endpoints', endpointId, { held_until: until })
  tx.wakeUps.push(endpointWakeUp(endpointId, until))
}
