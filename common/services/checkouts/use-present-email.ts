import type { Tx } from '../../../db/transaction.ts'

/**
 * Updates the email of an open checkout that is reused to its customer's current one, as for a new checkout. The
 * customer is locked.
 */
export async function usePresentEmail(tx: Tx, checkoutId: number): Promise<void> {
  await tx.sql.write(
    `UPDATE checkouts checkout JOIN customers customer ON customer.id = checkout.customer_id
     SET checkout.customer_email = customer.email, checkout.updated_at = ?
     WHERE checkout.id = ? AND checkout.status = 'open' AND NOT checkout.customer_email <=> customer.email`,
    [tx.now, checkoutId],
  )
}
