import { fatesOf } from '../../../db/define-table.ts'
import type { CheckoutItemObject, CheckoutObject, CustomFieldObject } from '../../domain/checkouts/object.ts'
import type { BuyerObject } from '../../domain/customers/buyer.ts'
import type { Fates } from '../../domain/customers/erase.ts'
import type { ObjectType } from '../../domain/events/types.ts'
import type { InvoiceObject } from '../../domain/invoices/object.ts'
import type { DiscrepantPaymentObject } from '../../domain/payments/object.ts'
import type { RefundObject } from '../../domain/refunds/object.ts'
import type { DueSubscriptionObject } from '../../domain/subscriptions/object.ts'
import { checkoutsTable } from '../checkouts/checkouts-table.ts'
import { type EmailKind, emailKinds } from '../emails/kinds.ts'
import { invoicesTable } from '../invoices/invoices-table.ts'
import { paymentsTable } from '../payments/payments-table.ts'
import { refundsTable } from '../refunds/refunds-table.ts'
import { subscriptionsTable } from '../subscriptions/subscriptions-table.ts'

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

/** The question and its options belong to the merchant; the answer belongs to the customer. */
export const customField: Fates<CustomFieldObject> = {
  key: 'kept',
  label: 'kept',
  type: 'kept',
  optional: 'kept',
  dropdown: 'kept',
  value: 'erased',
}

const checkout: Fates<CheckoutObject> = {
  ...fatesOf(checkoutsTable),
  url: 'kept',
  customer: buyer,
  items: item,
  coupon_codes: 'kept',
  custom_fields: customField,
  receipt_id: 'kept',
}

const invoice: Fates<InvoiceObject> = {
  ...fatesOf(invoicesTable),
  url: 'kept',
}

export const refund: Fates<RefundObject> = {
  ...fatesOf(refundsTable),
}

const payment: Fates<DiscrepantPaymentObject> = {
  ...fatesOf(paymentsTable),
  driver: 'kept',
  amount_to_refund: 'kept',
  refunds: refund,
  discrepancy: 'kept',
  payable: 'kept',
}

const subscription: Fates<DueSubscriptionObject> = {
  ...fatesOf(subscriptionsTable),
  entitled: 'kept',
  cancellation_details: 'erased',
  customer: buyer,
  price: 'kept',
  product: 'kept',
  days_before: 'kept',
}

/** The fates of event payloads by object. A test event contains no personal data. */
export const eventFates = { checkout, invoice, payment, subscription } satisfies Record<
  Exclude<ObjectType, 'test'>,
  unknown
>

/** Returns the fate of an email's payload: erased in emails to customers, rewritten in emails to merchants. */
export function payloadFates(kind: EmailKind): 'kept' | 'erased' | object {
  const { personal }: { personal: 'kept' | 'erased' | object } = emailKinds[kind]
  if (typeof personal === 'string') return personal
  return Object.fromEntries(
    Object.entries(personal as Record<string, string>).map(([name, fate]) => [
      name,
      fate === 'rewritten' ? eventFates[name as keyof typeof eventFates] : fate,
    ]),
  )
}
