import { isDuplicate } from '../../../db/errors.ts'
import { type ModelTx, TryAgain, type Tx } from '../../../db/transaction.ts'
import { type Problems, Refusal } from '../../kit/refusal.ts'
import { lockProject, shareLockProject } from '../projects/lock.ts'
import type { Scope } from '../projects/project.ts'
import { Price } from './prices-table.ts'

/** A lookup key requested for a price; `transfer` takes it from the price that has it. */
export interface RequestedKey {
  key: string
  transfer: boolean
}

/** Returns the key that a body requests, or null if it has none. */
export function requestedKey(given: {
  lookup_key?: string | null
  transfer_lookup_key?: boolean
}): RequestedKey | null {
  const { lookup_key: key, transfer_lookup_key: transfer = false } = given
  return key == null ? null : { key, transfer }
}

/**
 * Locks the project's row while a price is created, so that its currency cannot change meanwhile.
 * Transfers of keys take an exclusive lock: they run one at a time instead of retrying against each other.
 */
export async function lockCatalogue(tx: Tx, scope: Scope, wish: RequestedKey | null): Promise<void> {
  await (wish?.transfer ? lockProject : shareLockProject)(tx, scope.project.id)
}

/** Returns the other price that has the key, or null. Adds a problem if the key may not be transferred. */
export async function keyOwner(
  { transaction }: ModelTx,
  { project, isTest }: Scope,
  wish: RequestedKey | null,
  problems: Problems,
  self?: number,
): Promise<Price | null> {
  if (!wish) return null
  const where = { projectId: project.id, isTest, lookupKey: wish.key }
  const holder = await Price.findOne({ where, lock: wish.transfer, transaction })
  if (!holder || holder.id === self) return null
  if (!wish.transfer) problems.add('lookup_key_taken', 'lookup_key', { key: wish.key })
  return holder
}

/** Clears the key of its current price, if any, so that another price can get it. */
export async function freeKey({ now, transaction }: ModelTx, holder: Price | null): Promise<void> {
  await holder?.update({ lookupKey: null, updatedAt: now }, { transaction })
}

/** Returns the error to throw when writing the price with the key failed. */
export function keyTaken(wish: RequestedKey | null, error: Error): Error {
  if (!wish || !isDuplicate(error, 'prices_lookup_key')) return error
  // Another transaction took the key between our check and the write; only the unique index detects it.
  if (wish.transfer) return new TryAgain()
  return new Refusal({ code: 'lookup_key_taken', path: 'lookup_key', params: { key: wish.key } })
}
