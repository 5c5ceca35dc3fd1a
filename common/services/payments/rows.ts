import type { Row } from '../../../db/define-table.ts'
import type { CheckoutStatus } from '../../domain/checkouts/object.ts'
import { type CheckoutClosedBy, statusAt } from '../../domain/checkouts/status.ts'
import type { InvoiceStatus } from '../../domain/invoices/object.ts'
import { type PayableObject, type PaymentObject, paymentProperties } from '../../domain/payments/object.ts'
import { type PaymentSums, receivedOf, toRefund } from '../../domain/payments/sums.ts'
import type { RefundObject } from '../../domain/refunds/object.ts'
import { serializerOf } from '../../kit/field.ts'
import { checkoutUrl, invoiceUrl } from '../links/pages.ts'
import type { paymentsTable } from './payments-table.ts'

export interface PaymentRow extends Row<typeof paymentsTable> {
  /** The time of its test clock; null without a test clock. */
  clock_time: Date | null
  /** The values of its checkout or invoice. An older release does not copy them to the payment. */
  payable_customer_id: number | null
  payable_reference_id: string | null
  /** A payment has either the columns of a checkout or the columns of an invoice; the others are null. */
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

const paymentOf = serializerOf(paymentProperties)

export function serializePayment(
  row: PaymentRow,
  now: Date,
  refunds: readonly RefundObject[] = [],
): PaymentObject {
  const sums = sumsOf(row)
  return paymentOf(row, {
    driver: row.method,
    amount_received: receivedOf(sums),
    received_currency: row.received_currency ?? row.currency,
    amount_to_refund: toRefund(sums),
    refunds: [...refunds],
    payable: payableOf(row, now),
    client_reference_id: row.client_reference_id ?? row.payable_reference_id,
    customer_id: row.customer_id ?? row.payable_customer_id,
  })
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
 * Returns whether the payment can have refunds: whether it has received money. `amount_refunded` is not
 * enough, because a failed refund does not change it.
 */
export function canHaveRefunds(row: PaymentRow): boolean {
  return receivedOf(sumsOf(row)) > 0
}

function sumsOf(row: PaymentRow): PaymentSums {
  const { status, amount, amount_received: amountReceived, amount_refunded: amountRefunded } = row
  return { status, amount, amountReceived, amountRefunded }
}
