import { csvColumns } from '../../kit/csv.ts'
import { addressLine, answersOf } from './delivery.ts'
import type { CheckoutObject } from './object.ts'

const { plain, computed, times, money } = csvColumns<CheckoutObject>()

/** The columns of exported checkouts. */
export const checkoutCsv = [
  ...plain('id'),
  ...times('created_at'),
  ...plain('status', 'mode', 'receipt_number'),
  ...money(({ currency }) => currency, 'amount_subtotal', 'credit_amount', 'amount_total'),
  ...plain('currency'),
  ...computed('items', ({ items }) => items.map(({ name, quantity }) => `${quantity} × ${name}`).join('; ')),
  ...computed('promotion_codes', ({ promotion_codes }) => promotion_codes.map(({ code }) => code).join('; ')),
  ...plain('payment_method'),
  ...times('paid_at', 'expires_at'),
  ...plain('client_reference_id', 'customer_id'),
  ...computed('customer_name', ({ customer }) => customer?.name ?? null),
  ...plain('customer_email', 'phone_number'),
  ...computed('delivery_address', (checkout) => checkout.delivery_address && addressLine(checkout, 'en')),
  ...computed('delivery_note', ({ delivery_address: address }) => address?.note ?? null),
  ...computed('custom_fields', (checkout) =>
    answersOf(checkout)
      .map(({ label, text }) => `${label}: ${text}`)
      .join('; '),
  ),
  ...plain('subscription_id', 'payment_link_id', 'url'),
  ...times('updated_at'),
]
