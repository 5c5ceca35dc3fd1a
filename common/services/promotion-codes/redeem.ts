import { writeRows } from '../../../db/rows.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { PromotionCode } from '../../domain/promotion-codes/judge.ts'
import type { Buyer } from './buyer.ts'

/** Returns whether a buyer may use a code again. The answer holds while the code is locked. */
export async function mayRedeemAgain(tx: Tx, promotion: PromotionCode, buyer: Buyer): Promise<boolean> {
  if (promotion.maxRedemptionsPerCustomer === null) return true
  const used = new Set<number>()
  for (const [column, values] of [
    ['redeemer', buyer.names],
    ['buyer_email', buyer.emails],
  ] as const) {
    if (values.length === 0) continue
    const rows = await tx.sql.rows<{ id: number }>(
      `SELECT id FROM redemptions WHERE promotion_code_id = ? AND ${column} IN (?) LIMIT ?`,
      [promotion.id, values, promotion.maxRedemptionsPerCustomer],
    )
    for (const { id } of rows) used.add(id)
  }
  return used.size < promotion.maxRedemptionsPerCustomer
}

/** Reserves locked codes for a new payment: while it is open, no other payment can take the last use. */
export async function reserveCodes(
  tx: Tx,
  projectId: number,
  checkoutId: number,
  promotions: readonly PromotionCode[],
  { redeemer, email }: Buyer,
): Promise<void> {
  if (promotions.length === 0) return
  const ids = promotions.map(({ id }) => id)
  await tx.sql.write('UPDATE promotion_codes SET times_reserved = times_reserved + 1 WHERE id IN (?)', [ids])
  const rows = ids.map((id) => ({
    project_id: projectId,
    promotion_code_id: id,
    checkout_id: checkoutId,
    redeemer,
    buyer_email: email,
    status: 'reserved',
    created_at: tx.now,
    updated_at: tx.now,
  }))
  await writeRows(tx.sql, 'redemptions', rows)
}

/** Marks a successful payment's reserved codes as redeemed. */
export async function confirmCodes(tx: Tx, checkoutId: number): Promise<void> {
  const ids = await reservedFor(tx, checkoutId)
  if (ids.length === 0) return
  await tx.sql.write(
    `UPDATE promotion_codes SET times_reserved = times_reserved - 1, times_redeemed = times_redeemed + 1
     WHERE id IN (?)`,
    [ids],
  )
  await tx.sql.write(
    "UPDATE redemptions SET status = 'redeemed', updated_at = ? WHERE checkout_id = ? AND status = 'reserved'",
    [tx.now, checkoutId],
  )
}

/** Releases the reserved codes of a payment that ended without money. */
export async function releaseCodes(tx: Tx, checkoutId: number): Promise<void> {
  const ids = await reservedFor(tx, checkoutId)
  if (ids.length === 0) return
  await tx.sql.write('UPDATE promotion_codes SET times_reserved = times_reserved - 1 WHERE id IN (?)', [ids])
  await tx.sql.write("DELETE FROM redemptions WHERE checkout_id = ? AND status = 'reserved'", [checkoutId])
}

/** Returns the codes reserved for the payment of a locked checkout. */
async function reservedFor(tx: Tx, checkoutId: number): Promise<number[]> {
  const rows = await tx.sql.rows<{ id: number }>(
    `SELECT checkout_id AS subject, promotion_code_id AS id FROM redemptions
     WHERE status = 'reserved' AND checkout_id IN (?)`,
    [checkoutId],
    { combine: 'subject' },
  )
  return rows.map(({ id }) => id).sort((one, other) => one - other)
}
