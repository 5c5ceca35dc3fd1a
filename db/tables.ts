import type { CheckoutObject } from '../common/checkouts/object.ts'
import type { CheckoutClosedBy } from '../common/checkouts/rules/status.ts'
import type { EmailKind } from '../common/emails/payloads.ts'
import type { ChangeKind, EventType, ObjectType } from '../common/events/rules/types.ts'
import type { InvoiceStatus } from '../common/invoices/object.ts'
import type { Locale } from '../common/kit/format.ts'
import type { PayableType } from '../common/payments/object.ts'
import type { FailureCode, PaymentStatus } from '../common/payments/rules/status.ts'
import type { RefundReason, RefundStatus } from '../common/refunds/object.ts'
import type {
  CancellationDetails,
  CancellationReason,
  SubscriptionStatus,
} from '../common/subscriptions/object.ts'

/** Written as a boolean, read as 0 or 1. */
type Flag = boolean | number
/** A value as JSON text. */
type Json = string

interface Owned {
  id: number
  project_id: number
  is_test: Flag
}

interface Stamps {
  created_at: Date
  updated_at: Date
}

/**
 * Every column of the tables that hold what is known of customers, as mysql2 reads and writes it. A
 * migration that adds one adds it here: then nothing compiles until it is said what a new row holds
 * there, and what is left of it when the customer is erased.
 */
export interface Tables {
  customers: CustomerColumns
  checkouts: CheckoutColumns
  checkout_items: CheckoutItemColumns
  item_pictures: ItemPictureColumns
  invoices: InvoiceColumns
  payments: PaymentColumns
  deposits: DepositColumns
  refunds: RefundColumns
  subscriptions: SubscriptionColumns
  redemptions: RedemptionColumns
  emails: EmailColumns
  events: EventColumns
}

interface CustomerColumns extends Owned, Stamps {
  name: string | null
  email: string | null
  email_key: string | null
  phone: string | null
  client_reference_id: string | null
  delivery_address: Json | null
  locale: Locale | null
  metadata: Json | null
  test_clock_id: number | null
  link_version: number
  deleted_at: Date | null
}

export interface CheckoutColumns extends Owned, Stamps {
  token: string
  status: CheckoutObject['status']
  mode: CheckoutObject['mode']
  currency: string
  amount_subtotal: number
  amount_total: number
  credit_amount: number
  credit_days: Json | null
  client_reference_id: string | null
  customer_id: number | null
  is_customer_named: Flag
  customer_email: string | null
  is_guest: Flag
  subscription_id: number | null
  subscription_version: number | null
  purpose: 'new' | 'renew' | 'change' | null
  discounts: Json | null
  promotion_codes: Json | null
  custom_fields: Json | null
  allow_promotion_codes: Flag
  email_collection: Flag
  phone_number_collection: Flag
  delivery_address_collection: Flag
  phone_number: string | null
  delivery_address: Json | null
  locale: CheckoutObject['locale']
  page_locale: Locale | null
  success_url: string | null
  cancel_url: string | null
  payment_method: string | null
  active_payment_id: number | null
  wrong_codes: number
  wrong_codes_since: Date | null
  restarted_as: number | null
  closed_by: CheckoutClosedBy | null
  paid_at: Date | null
  receipt_number: string | null
  metadata: Json | null
  test_clock_id: number | null
  expires_at: Date
}

/** What a new checkout is written with: everything but what only its page and its payment bring about. */
export type NewCheckout = Omit<
  CheckoutColumns,
  | 'id'
  | 'promotion_codes'
  | 'phone_number'
  | 'delivery_address'
  | 'page_locale'
  | 'payment_method'
  | 'active_payment_id'
  | 'wrong_codes'
  | 'wrong_codes_since'
  | 'restarted_as'
  | 'closed_by'
  | 'paid_at'
  | 'receipt_number'
>

interface CheckoutItemColumns extends Omit<Owned, 'is_test'> {
  checkout_id: number
  price_id: number | null
  product_id: number | null
  name: string
  price_name: string | null
  description: string | null
  image_url: string | null
  picture_id: number | null
  product_client_reference_id: string | null
  lookup_key: string | null
  quantity: number
  unit_amount: number
  amount_subtotal: number
  amount_total: number
  adjustable_min: number | null
  adjustable_max: number | null
}

interface ItemPictureColumns extends Owned {
  url_hash: Buffer
  picture: string | null
  asked_at: Date
}

interface InvoiceColumns extends Owned, Stamps {
  token: string
  status: InvoiceStatus
  amount: number
  currency: string
  description: string | null
  number: string | null
  sequence: number | null
  customer_id: number | null
  customer_email: string | null
  client_reference_id: string | null
  due_date: Date | null
  locale: CheckoutObject['locale']
  page_locale: Locale | null
  success_url: string | null
  cancel_url: string | null
  payment_method: string | null
  active_payment_id: number | null
  paid_at: Date | null
  receipt_number: string | null
  metadata: Json | null
  test_clock_id: number | null
}

interface PaymentColumns extends Owned, Stamps {
  payable_type: PayableType
  payable_id: number
  method: string
  status: PaymentStatus
  amount: number
  currency: string
  reference: string | null
  open_reference: string | null
  reference_until: Date | null
  bank_name: string | null
  account_number: string | null
  account_holder: string | null
  details: Json | null
  customer_email: string | null
  phone_number: string | null
  payer_name: string | null
  claimed_at: Date | null
  expires_at: Date | null
  customer_id: number | null
  client_reference_id: string | null
  amount_received: number | null
  received_currency: string | null
  amount_refunded: number
  failure_code: FailureCode | null
  failure_message: string | null
  ended_at: Date | null
  paid_at: Date | null
  verified_by: string | null
  test_clock_id: number | null
}

interface DepositColumns extends Owned {
  payment_id: number
  amount: number
  entered_by: string
  entry_key: string | null
  request_id: string | null
  created_at: Date
}

interface RefundColumns extends Owned, Stamps {
  payment_id: number
  amount: number
  currency: string
  status: RefundStatus
  reason: RefundReason | null
  note: string | null
  calls: number
  busy_until: Date | null
  refused_calls: number
  failure_message: string | null
}

interface SubscriptionColumns extends Owned, Stamps {
  customer_id: number
  product_id: number
  price_id: number
  status: SubscriptionStatus
  current_period_start: Date
  current_period_end: Date
  trial_ends_at: Date | null
  grace_ends_at: Date | null
  canceled_at: Date | null
  ended_at: Date | null
  cancellation_reason: CancellationReason | null
  cancellation_feedback: CancellationDetails['feedback']
  cancellation_comment: string | null
  scheduled_price_id: number | null
  is_schedule_paid: boolean
  anchor_day: string
  anchor_months: number
  reminded_until: Date
  version: number
  metadata: Json | null
  test_clock_id: number | null
}

interface RedemptionColumns extends Omit<Owned, 'is_test'>, Stamps {
  promotion_code_id: number
  checkout_id: number
  /** A customer by id, a guest by address. */
  redeemer: string
  status: string
}

interface EmailColumns extends Owned, Stamps {
  kind: EmailKind
  cause: string
  customer_id: number | null
  recipient: string
  locale: Locale
  words: Json
  status: string
  tries: number
  due_at: Date | null
  armed_until: Date | null
  error: string | null
  sent_at: Date | null
  request_id: string | null
}

interface EventColumns extends Owned {
  type: EventType
  object: ObjectType
  object_id: number
  sequence: number
  data: Json
  previous_attributes: Json | null
  change_kind: ChangeKind | null
  body_version: number
  data_until: Date | null
  request_id: string | null
  created_at: Date
}
