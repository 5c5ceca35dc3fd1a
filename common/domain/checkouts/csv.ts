import { csvColumns } from '../../kit/csv.ts'
import type { CheckoutObject, CustomFieldObject } from './object.ts'

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
  ...computed('delivery_address', ({ delivery_address: address }) => address && addressLine(address)),
  ...computed('custom_fields', ({ custom_fields: fields }) => fields.map(answerOf).join('; ')),
  ...plain('subscription_id', 'payment_link_id', 'url'),
  ...times('updated_at'),
]

/** Returns an address as one cell. */
function addressLine(address: Record<string, string>): string {
  const parts = ['name', 'line1', 'line2', 'district', 'city', 'postal_code', 'country', 'note'] as const
  return parts.flatMap((part) => address[part] ?? []).join(', ')
}

function answerOf({ label, value }: CustomFieldObject): string {
  return `${label}: ${value ?? ''}`
}
