import { updateRow } from '../../../db/rows.ts'
import type { Tx } from '../../../db/transaction.ts'
import { newJob } from '../../jobs/catalog.ts'
import { later, SECOND } from '../../kit/time.ts'

/** How long an endpoint is left alone after trouble of our own. */
const WAIT = 30 * SECOND

/**
 * Leaves an endpoint alone while our own network is in trouble. What is due stays due as it is: no step
 * of its schedule is used, and neither the breaker nor the five days count what the receiver never saw.
 */
export async function waitForNetwork(tx: Tx, endpointId: number): Promise<void> {
  const until = later(tx.now, WAIT)
  await updateRow(tx.sql, 'webhook_endpoints', endpointId, { held_until: until })
  tx.jobs.push(newJob('webhook.drain', endpointId, until, { endpointId }))
}
