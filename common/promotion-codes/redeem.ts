import { writeRows } from '../../db/rows.ts'
import type { Tx } from '../../db/transaction.ts'
import type { PromotionCode } from './rules/judge.ts'

/** Who redeems, for the limit per customer: a customer by id, a guest by address, a stranger by checkout. */
export function redeemerOf(checkout: {
  id: number
  customerId: number | null
  customerEmail: string | null
}): string {
  if (checkout.customerId !== null) return `customer ${checkout.customerId}`
  if (checkout.customerEmail !== null) return `email ${checkout.customerEmail.toLowerCase()}`
  return `checkout ${checkout.id}`
}

/** Whether this redeemer may use a code once more; it is sure for as long as the code is locked. */
export async function mayRedeemAgain(tx: Tx, promotion: PromotionCode, redeemer: string): Promise<boolean> {
  if (promotion.maxRedemptionsPerCustomer === null) return true
  const row = await tx.sql.row<{ used: number }>(
    'SELECT COUNT(*) AS used FROM redemptions WHERE promotion_code_id = ? AND redeemer = ?',
    [promotion.id, redeemer],
  )
  return (row?.used ?? 0) < promotion.maxRedemptionsPerCustomer
}

/** Promises locked codes to a payment that begins: while it runs, nobody else can have the last one. */
export async function reserveCodes(
  tx: Tx,
  projectId: number,
  checkoutId: number,
  promotions: readonly PromotionCode[],
  redeemer: string,
): Promise<void> {
  if (promotions.length === 0) return
  const ids = promotions.map(({ id }) => id)
  await tx.sql.write('UPDATE promotion_codes SET times_reserved = times_reserved + 1 WHERE id IN (?)', [ids])
  const rows = ids.map((id) => ({
    project_id: projectId,
    promotion_code_id: id,
    checkout_id: checkoutId,
    redeemer,
    status: 'reserved',
    created_at: tx.now,
    updated_at: tx.now,
  }))
  await writeRows(tx.sql, 'redemptions', rows)
}

/** The payment has succeeded: what was promised is used. */
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

/** The payment has ended without money: what was promised is free again. */
export async function releaseCodes(tx: Tx, checkoutId: number): Promise<void> {
  const ids = await reservedFor(tx, checkoutId)
  if (ids.length === 0) return
  await tx.sql.write('UPDATE promotion_codes SET times_reserved = times_reserved - 1 WHERE id IN (?)', [ids])
  await tx.sql.write("DELETE FROM redemptions WHERE checkout_id = ? AND status = 'reserved'", [checkoutId])
}

/** The codes that are promised to the payment of a locked checkout. */
async function reservedFor(tx: Tx, checkoutId: number): Promise<number[]> {
  const rows = await tx.sql.rows<{ id: number }>(
    `SELECT promotion_code_id AS id FROM redemptions WHERE checkout_id = ? AND status = 'reserved'
     ORDER BY promotion_code_id`,
    [checkoutId],
  )
  return rows.map(({ id }) => id)
}
