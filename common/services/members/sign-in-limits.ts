import { writeRows } from '../../../db/rows.ts'
import type { Tx } from '../../../db/transaction.ts'
import { MOST_FOR_ADDRESS, MOST_FROM_NETWORK, REQUESTS_WITHIN } from '../../domain/members/sign-in.ts'
import { later } from '../../kit/time.ts'

/** Makes requests for one address wait for each other, whether or not it is a member's. */
export async function lockAddress(tx: Tx, emailHash: Buffer): Promise<void> {
  const row = { email_hash: emailHash, created_at: tx.now }
  await writeRows(tx.sql, 'sign_in_addresses', [row], { onDuplicate: 'created_at = VALUES(created_at)' })
}

/** Returns whether too many emails were requested for this address, or from this network; null does not count the network. */
export async function isLimited(tx: Tx, emailHash: Buffer, network: string | null): Promise<boolean> {
  const since = later(tx.now, -REQUESTS_WITHIN)
  const row = await tx.sql.row<{ for_address: number; from_network: number }>(
    `SELECT (SELECT COUNT(*) FROM sign_ins WHERE email_hash = ? AND created_at > ?) AS for_address,
       (SELECT COUNT(*) FROM sign_ins WHERE network = ? AND created_at > ?) AS from_network`,
    [emailHash, since, network, since],
  )
  return row!.for_address >= MOST_FOR_ADDRESS || row!.from_network >= MOST_FROM_NETWORK
}
