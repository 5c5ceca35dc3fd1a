import type { CheckoutStatus } from '../../domain/checkouts/object.ts'
import { type CheckoutClosedBy, statusAt } from '../../domain/checkouts/status.ts'
import type { InvoiceStatus } from '../../domain/invoices/object.ts'
import type { PayableObject, PayableType, PaymentObject } from '../../domain/payments/object.ts'
import type { FailureCode, PaymentStatus } from '../../domain/payments/status.ts'
import { type PaymentSums, receivedOf, toRefund } from '../../domain/payments/sums.ts'
import type { RefundObject } from '../../domain/refunds/object.ts'
import { iso, isoOrNull } from '../../kit/time.ts'
import { checkoutUrl, invoiceUrl } from '../links/pages.ts'

export interface PaymentRow {
  id: number
  project_id: number
  is_test: number
  payable_type: PayableType
  payable_id: number
  method: string
  status: PaymentStatus
  amount: number
  amount_received: number | null
  received_currency: string | null
  amount_refunded: number
  currency: string
  reference: string | null
  bank_name: string | null
  account_number: string | null
  account_holder: string | null
  /** JSON. */
  details: string | null
  customer_email: string | null
  phone_number: string | null
  payer_name: string | null
  claimed_at: Date | null
  expires_at: Date | null
  failure_code: FailureCode | null
  failure_message: string | null
  verified_by: string | null
  created_at: Date
  updated_at: Date
  /** What its test clock shows; null in real time. */
  clock_time: Date | null
  customer_id: number | null
  client_reference_id: string | null
  /** What it pays for has the same. An older release leaves the payment's own two null. */
  payable_customer_id: number | null
  payable_reference_id: string | null
  /** Of the two kinds of payable, the columns of the one that it is not are null. */
  checkout_token: string
  checkout_status: CheckoutStatus
  checkout_receipt_number: string | null
  checkout_expires_at: Date
  checkout_active_payment_id: number | null
  checkout_closed_by: CheckoutClosedBy | null
  invoice_token: string
  invoice_status: InvoiceStatus
  invoice_number: string | null
}

export const PAYMENT_SELECT = `SELECT payment.*, checkout.token AS checkout_token, checkout.status AS checkout_status,
    checkout.receipt_number AS checkout_receipt_number, checkout.expires_at AS checkout_expires_at,
    checkout.active_payment_id AS checkout_active_payment_id, checkout.closed_by AS checkout_closed_by,
    invoice.token AS invoice_token, invoice.status AS invoice_status, invoice.number AS invoice_number,
    COALESCE(checkout.customer_id, invoice.customer_id) AS payable_customer_id,
    COALESCE(checkout.client_reference_id, invoice.client_reference_id) AS payable_reference_id,
    clock.frozen_time AS clock_time
  FROM payments payment
  LEFT JOIN test_clocks clock ON clock.id = payment.test_clock_id
  LEFT JOIN checkouts checkout ON payment.payable_type = 'checkout' AND checkout.id = payment.payable_id
  LEFT JOIN invoices invoice ON payment.payable_type = 'invoice' AND invoice.id = payment.payable_id`

export function serializePayment(
  row: PaymentRow,
  now: Date,
  refunds: readonly RefundObject[] = [],
): PaymentObject {
  const sums = sumsOf(row)
  return {
    id: row.id,
    project_id: row.project_id,
    method: row.method,
    driver: row.method,
    status: row.status,
    amount: row.amount,
    amount_received: receivedOf(sums),
    received_currency: row.received_currency ?? row.currency,
    amount_refunded: row.amount_refunded,
    amount_to_refund: toRefund(sums),
    currency: row.currency,
    reference: row.reference,
    bank_name: row.bank_name,
    account_number: row.account_number,
    account_holder: row.account_holder,
    claimed_at: isoOrNull(row.claimed_at),
    expires_at: isoOrNull(row.expires_at),
    failure_code: row.failure_code,
    failure_message: row.failure_message,
    verified_by: row.verified_by,
    refunds: [...refunds],
    payable: payableOf(row, now),
    client_reference_id: row.client_reference_id ?? row.payable_reference_id,
    customer_id: row.customer_id ?? row.payable_customer_id,
    customer_email: row.customer_email,
    phone_number: row.phone_number,
    payer_name: row.payer_name,
    is_test: Boolean(row.is_test),
    created_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
  }
}

function payableOf(row: PaymentRow, now: Date): PayableObject {
  const { payable_type: type, payable_id: id } = row
  if (type === 'invoice') {
    const url = invoiceUrl(id, row.invoice_token)
    return { type, id, number: row.invoice_number, url, status: row.invoice_status }
  }
  return {
    type,
    id,
    number: row.checkout_receipt_number,
    url: checkoutUrl(id, row.checkout_token),
    status: statusAt(
      {
        status: row.checkout_status,
        expiresAt: row.checkout_expires_at,
        closedBy: row.checkout_closed_by,
        activePaymentId: row.checkout_active_payment_id,
      },
      row.clock_time ?? now,
    ),
  }
}

/**
 * Returns whether the payment can have refunds: if it has received money. `amount_refunded` does not tell, because
 * a refund that failed leaves it as it was.
 */
export function canHaveRefunds(row: PaymentRow): boolean {
  return receivedOf(sumsOf(row)) > 0
}

function sumsOf(row: PaymentRow): PaymentSums {
  const { status, amount, amount_received: amountReceived, amount_refunded: amountRefunded } = row
  return { status, amount, amountReceived, amountRefunded }
}
