import type { ModelTx, Tx } from '../../../db/transaction.ts'
import { now } from '../../runtime/clock.ts'
import type { Scope } from '../projects/project.ts'
import { setTimersNow } from '../timers/set.ts'
import { Erasure } from './erasures-table.ts'
import { BEGINNING, eraseCustomerBatch, type Position } from './of-customer.ts'
import { eraseGuestBatch } from './of-guest.ts'

/** The most batches in one transaction. That is enough for all the data of most customers. */
const BATCHES_AT_ONCE = 5

/** Erases a customer's data from `from` on, up to the limit of one transaction. Returns where it stopped, or null. */
export async function eraseBatches(tx: Tx, customerId: number, from: Position): Promise<Position | null> {
  let position: Position | null = from
  for (let batch = 0; position && batch < BATCHES_AT_ONCE; batch += 1)
    position = await eraseCustomerBatch(tx, customerId, position)
  return position
}

/**
 * Erases an erased customer's data from orders, events and emails. If there is too much for one transaction, a timer
 * continues.
 */
export async function eraseCustomerTraces(tx: ModelTx, scope: Scope, customerId: number): Promise<void> {
  const position = await eraseBatches(tx, customerId, BEGINNING)
  if (position) await continueLater(tx, scope, { customerId, ...position })
}

/** Erases the data of a guest with this address, like `eraseCustomerTraces`. */
export async function eraseGuestTraces(tx: ModelTx, scope: Scope, email: string): Promise<void> {
  if (await eraseGuestBatch(tx, scope, email)) await continueLater(tx, scope, { email })
}

type Rest = (Position & { customerId: number }) | { email: string }

async function continueLater(tx: ModelTx, { project, isTest }: Scope, rest: Rest): Promise<void> {
  const { transaction } = tx
  const own = { projectId: project.id, isTest, createdAt: now() }
  const { id } = await Erasure.create({ ...own, ...rest }, { transaction })
  // In real time, even for a customer on a test clock: the clock may be deleted.
  await setTimersNow(tx, 'erasure.step', [{ id, projectId: project.id }])
}
