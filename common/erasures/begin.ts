import { insertRow } from '../../db/rows.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Scope } from '../projects/project.ts'
import { now } from '../runtime/clock.ts'
import { setTimersNow } from '../timers/set.ts'
import { BEGINNING, eraseCustomerBatch, type Position } from './of-customer.ts'
import { eraseGuestBatch } from './of-guest.ts'

/** Batches in one transaction: all that most customers have ever left. */
const BATCHES_AT_ONCE = 5

/** Goes through a customer's traces from `from` on, as far as one transaction does; returns where it stopped. */
export async function eraseBatches(tx: Tx, customerId: number, from: Position): Promise<Position | null> {
  let position: Position | null = from
  for (let batch = 0; position && batch < BATCHES_AT_ONCE; batch += 1)
    position = await eraseCustomerBatch(tx, customerId, position)
  return position
}

/**
 * Erases what an erased customer has left in orders, events and emails. Where that is much, the rest
 * follows in transactions of its own, by a due row.
 */
export async function eraseCustomerTraces(tx: Tx, scope: Scope, customerId: number): Promise<void> {
  const position = await eraseBatches(tx, customerId, BEGINNING)
  if (position)
    await goOnLater(tx, scope, { customer_id: customerId, stage: position.stage, after_id: position.afterId })
}

/** As `eraseCustomerTraces`, for what a guest has left by an address. */
export async function eraseGuestTraces(tx: Tx, scope: Scope, email: string): Promise<void> {
  if (await eraseGuestBatch(tx, scope, email)) await goOnLater(tx, scope, { email })
}

type Rest = { customer_id: number; stage: string; after_id: number } | { email: string }

async function goOnLater(tx: Tx, { project, isTest }: Scope, rest: Rest): Promise<void> {
  const own = { project_id: project.id, is_test: isTest, created_at: now() }
  const id = await insertRow(tx.sql, 'erasures', { ...own, ...rest })
  // In real time, also of somebody on a test clock: their clock may be gone.
  await setTimersNow(tx, 'erasure.step', [{ id, projectId: project.id }])
}
