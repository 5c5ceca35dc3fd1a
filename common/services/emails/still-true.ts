import type { PaymentObject } from '../../domain/payments/object.ts'
import type { StillTrue } from './define-email.ts'

/** For emails about facts that cannot change. */
export const always: StillTrue<unknown> = async () => true

/** Returns a check that the payment is in one of these states. */
export function whilePayment(
  ...states: PaymentObject['status'][]
): StillTrue<{ payment: Pick<PaymentObject, 'id'> }> {
  return async (sql, { payment }) =>
    !!(await sql.row('SELECT id FROM payments WHERE id = ? AND status IN (?)', [payment.id, states]))
}
