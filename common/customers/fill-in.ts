import type { Tx } from '../../db/transaction.ts'

/** Holds the customer's row: it comes before the checkout in the order of locks. */
export async function lockCustomer(tx: Tx, customerId: number): Promise<void> {
  await tx.sql.row('SELECT id FROM customers WHERE id = ? FOR UPDATE', [customerId])
}

/** Keeps what a locked customer has typed on a page where nothing was known; never overwrites. */
export async function fillIn(
  tx: Tx,
  customerId: number,
  typed: { email: string | null; phone: string | null; deliveryAddress: object | null; locale: 'en' | 'mn' },
): Promise<void> {
  await tx.sql.run(
    `UPDATE customers SET email_key = COALESCE(email_key, ?), email = COALESCE(email, ?), phone = COALESCE(phone, ?),
       delivery_address = COALESCE(delivery_address, ?), locale = ?, updated_at = ?
     WHERE id = ? AND deleted_at IS NULL`,
    [
      typed.email?.toLowerCase() ?? null,
      typed.email,
      typed.phone,
      typed.deliveryAddress && JSON.stringify(typed.deliveryAddress),
      typed.locale,
      tx.now,
      customerId,
    ],
  )
}
