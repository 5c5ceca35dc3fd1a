import type { CheckoutItemObject, CheckoutObject, CustomFieldObject } from '../../checkouts/object.ts'
import type { EmailKind, EmailPayloads } from '../../emails/payloads.ts'
import type { ObjectType } from '../../events/rules/types.ts'
import type { InvoiceObject } from '../../invoices/object.ts'
import type { DiscrepantPaymentObject } from '../../payments/object.ts'
import type { RefundObject } from '../../refunds/object.ts'
import type { DueSubscriptionObject } from '../../subscriptions/object.ts'
import type { BuyerObject } from './buyer.ts'
import type { Fates } from './erase.ts'

const buyer: Fates<BuyerObject> = {
  id: 'kept',
  name: 'erased',
  email: 'erased',
  phone: 'erased',
  client_reference_id: 'kept',
}

const item: Fates<CheckoutItemObject> = {
  id: 'kept',
  checkout_id: 'kept',
  price_id: 'kept',
  name: 'kept',
  price_name: 'kept',
  description: 'kept',
  quantity: 'kept',
  unit_amount: 'kept',
  amount_unit: 'kept',
  amount_subtotal: 'kept',
  amount_total: 'kept',
  adjustable_quantity: 'kept',
  price: 'kept',
  product: 'kept',
  created_at: 'kept',
  updated_at: 'kept',
}

/** The question is the merchant's, with what could be chosen; the answer is the customer's. */
export const customField: Fates<CustomFieldObject> = {
  key: 'kept',
  label: 'kept',
  type: 'kept',
  optional: 'kept',
  dropdown: 'kept',
  value: 'erased',
}

const checkout: Fates<CheckoutObject> = {
  id: 'kept',
  url: 'kept',
  project_id: 'kept',
  status: 'kept',
  mode: 'kept',
  is_test: 'kept',
  currency: 'kept',
  amount_subtotal: 'kept',
  amount_total: 'kept',
  credit_amount: 'kept',
  client_reference_id: 'kept',
  customer_id: 'kept',
  customer: buyer,
  customer_email: 'erased',
  is_guest: 'kept',
  subscription_id: 'kept',
  items: item,
  discounts: 'kept',
  promotion_codes: 'kept',
  coupon_codes: 'kept',
  custom_fields: customField,
  allow_promotion_codes: 'kept',
  email_collection: 'kept',
  phone_number_collection: 'kept',
  delivery_address_collection: 'kept',
  phone_number: 'erased',
  delivery_address: 'erased',
  locale: 'kept',
  success_url: 'kept',
  cancel_url: 'kept',
  payment_method: 'kept',
  paid_at: 'kept',
  receipt_number: 'kept',
  receipt_id: 'kept',
  metadata: 'kept',
  expires_at: 'kept',
  created_at: 'kept',
  updated_at: 'kept',
}

const invoice: Fates<InvoiceObject> = {
  id: 'kept',
  project_id: 'kept',
  status: 'kept',
  number: 'kept',
  amount: 'kept',
  currency: 'kept',
  description: 'kept',
  client_reference_id: 'kept',
  customer_id: 'kept',
  customer_email: 'erased',
  due_date: 'kept',
  url: 'kept',
  success_url: 'kept',
  cancel_url: 'kept',
  locale: 'kept',
  payment_method: 'kept',
  paid_at: 'kept',
  receipt_number: 'kept',
  metadata: 'kept',
  is_test: 'kept',
  created_at: 'kept',
  updated_at: 'kept',
}

/** The note is the merchant's, but as often as not it says to whom the money went, and to which account. */
export const refund: Fates<RefundObject> = {
  id: 'kept',
  project_id: 'kept',
  payment_id: 'kept',
  amount: 'kept',
  currency: 'kept',
  status: 'kept',
  reason: 'kept',
  note: 'erased',
  failure_message: 'kept',
  is_test: 'kept',
  created_at: 'kept',
  updated_at: 'kept',
}

/** The bank account is the merchant's, and so are the words of why it failed. */
const payment: Fates<DiscrepantPaymentObject> = {
  id: 'kept',
  project_id: 'kept',
  method: 'kept',
  driver: 'kept',
  status: 'kept',
  amount: 'kept',
  amount_received: 'kept',
  received_currency: 'kept',
  amount_refunded: 'kept',
  amount_to_refund: 'kept',
  currency: 'kept',
  reference: 'kept',
  bank_name: 'kept',
  account_number: 'kept',
  account_holder: 'kept',
  claimed_at: 'kept',
  expires_at: 'kept',
  failure_code: 'kept',
  failure_message: 'kept',
  verified_by: 'kept',
  refunds: refund,
  discrepancy: 'kept',
  payable: 'kept',
  client_reference_id: 'kept',
  customer_id: 'kept',
  customer_email: 'erased',
  phone_number: 'erased',
  payer_name: 'erased',
  is_test: 'kept',
  created_at: 'kept',
  updated_at: 'kept',
}

const subscription: Fates<DueSubscriptionObject> = {
  id: 'kept',
  project_id: 'kept',
  status: 'kept',
  entitled: 'kept',
  customer_id: 'kept',
  product_id: 'kept',
  price_id: 'kept',
  current_period_start: 'kept',
  current_period_end: 'kept',
  trial_ends_at: 'kept',
  canceled_at: 'kept',
  ended_at: 'kept',
  cancellation_reason: 'kept',
  cancellation_details: 'erased',
  scheduled_price_id: 'kept',
  metadata: 'kept',
  is_test: 'kept',
  customer: buyer,
  price: 'kept',
  product: 'kept',
  created_at: 'kept',
  updated_at: 'kept',
  days_before: 'kept',
}

/** What events carry, by their object; a test event tells of nobody. */
export const eventFates = { checkout, invoice, payment, subscription } satisfies Record<
  Exclude<ObjectType, 'test'>,
  unknown
>

const transfer: Fates<EmailPayloads['transfer_reported']> = {
  checkout,
  invoice,
  payment,
  link_expires_at: 'kept',
}

/** What a merchant is told of a sale. */
export const sale: Fates<EmailPayloads['sale']> = { checkout, invoice }

/** What emails say, by their kind: to a customer it goes whole, to a merchant without the customer. */
export const emailFates: { readonly [Kind in EmailKind]: 'kept' | 'erased' | Fates<EmailPayloads[Kind]> } = {
  receipt: 'erased',
  transfer_reported: transfer,
  transfer_due: transfer,
  transfers_waiting: 'kept',
  transfer_rejected: 'erased',
  transfer_details: 'erased',
  transfer_received_note: 'erased',
  transfer_incomplete: 'erased',
  payment_refunded: 'erased',
  refund_required: { checkout, invoice, payment },
  payment_discrepancy: { checkout, invoice, payment, discrepancy: 'kept' },
  renewal_blocked: { subscription, price: 'kept', blocked_by: 'kept', orders: 'kept' },
  subscription_created: 'erased',
  renewal_reminder: 'erased',
  subscription_past_due: 'erased',
  subscription_canceled: 'erased',
  cancellation_requested: 'erased',
  cancellation_withdrawn: 'erased',
  change_scheduled: 'erased',
  change_withdrawn: 'erased',
  sale,
  cancellation: { subscription, explained: 'kept' },
  portal_link: 'erased',
  endpoint_disabled: 'kept',
}
