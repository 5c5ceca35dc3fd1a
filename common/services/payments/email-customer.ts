import type { Tx } from '../../../db/transaction.ts'
import type { PaymentObject } from '../../domain/payments/object.ts'
import { writeEmail } from '../emails/write.ts'
import type { Scope } from '../projects/project.ts'
import type { LockedPayment } from './locked-payment.ts'
import { paidPayload } from './payables/payload.ts'

/** The kinds of emails to a customer about a payment. */
export const TO_CUSTOMER = [
  'transfer_details',
  'transfer_received_note',
  'transfer_rejected',
  'transfer_incomplete',
  'payment_refunded',
  'refund_due',
] as const

/**
 * Emails the customer about their payment, if they left an address on its page. One email is written per
 * kind and `cause`.
 */
export async function emailCustomer(
  tx: Tx,
  scope: Scope,
  kind: (typeof TO_CUSTOMER)[number],
  payment: PaymentObject,
  { customerId, pageLocale }: LockedPayment['payable']['row'],
  cause: string,
): Promise<void> {
  const paid = await paidPayload(tx, scope, payment.payable)
  if (payment.customer_email === null || ('checkout' in paid && !paid.checkout.email_collection)) return
  await writeEmail(tx, scope, {
    kind,
    cause,
    recipient: payment.customer_email,
    locale: pageLocale ?? scope.project.locale,
    customerId,
    payload: { ...paid, payment },
  })
}
