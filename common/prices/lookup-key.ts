import { isDuplicate } from '../../db/errors.ts'
import { updateRow } from '../../db/rows.ts'
import { TryAgain, type Tx } from '../../db/transaction.ts'
import { type Problems, Refusal } from '../kit/refusal.ts'
import { lockProject, shareLockProject } from '../projects/lock.ts'
import type { Scope } from '../projects/project.ts'

/** A price's wish for a key: `transfer` takes it from the price that has it. */
export interface RequestedKey {
  key: string
  transfer: boolean
}

/** The wish in a body, or null where it names no key. */
export function requestedKey(given: {
  lookup_key?: string | null
  transfer_lookup_key?: boolean
}): RequestedKey | null {
  const { lookup_key: key, transfer_lookup_key: transfer = false } = given
  return key == null ? null : { key, transfer }
}

/**
 * Keeps the project as it is while a price is made: its currency cannot change meanwhile. Those who
 * move a key wait for each other, so that none of them is outrun again and again.
 */
export async function lockCatalogue(tx: Tx, scope: Scope, wish: RequestedKey | null): Promise<void> {
  await (wish?.transfer ? lockProject : shareLockProject)(tx, scope.project.id)
}

/** Which other price holds the key now, or null; a problem where it may not be taken from there. */
export async function keyOwner(
  tx: Tx,
  scope: Scope,
  wish: RequestedKey | null,
  problems: Problems,
  self?: number,
): Promise<number | null> {
  if (!wish) return null
  const row = await tx.sql.row<{ id: number }>(
    `SELECT id FROM prices WHERE project_id = ? AND is_test = ? AND lookup_key = ? ${wish.transfer ? 'FOR UPDATE' : ''}`,
    [scope.project.id, scope.isTest, wish.key],
  )
  if (!row || row.id === self) return null
  if (!wish.transfer) problems.add('lookup_key_taken', 'lookup_key', { key: wish.key })
  return row.id
}

/** Takes the key from the price that has it, if there is one: another is about to get it. */
export async function freeKey(tx: Tx, holder: number | null): Promise<void> {
  if (holder !== null) await updateRow(tx.sql, 'prices', holder, { lookup_key: null, updated_at: tx.now })
}

/** Why the price that gets the key cannot be written. */
export function keyTaken(wish: RequestedKey | null, error: Error): Error {
  if (!wish || !isDuplicate(error, 'prices_lookup_key')) return error
  // Between the look and the write somebody else took the key: only the index sees both.
  if (wish.transfer) return new TryAgain()
  return new Refusal({ code: 'lookup_key_taken', path: 'lookup_key', params: { key: wish.key } })
}
