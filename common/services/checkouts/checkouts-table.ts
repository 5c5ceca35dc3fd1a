import { defineTable } from '../../../db/define-table.ts'
import { modelOf } from '../../../db/model.ts'
import type { CheckoutObject, CheckoutStatus, CustomFieldObject } from '../../domain/checkouts/object.ts'
import type { CheckoutClosedBy } from '../../domain/checkouts/status.ts'
import type { Purpose } from '../../domain/subscriptions/use.ts'
import {
  char,
  flag,
  integer,
  json,
  money,
  primaryKey,
  reference,
  time,
  varchar,
  word,
} from '../../kit/column.ts'
import type { Locale } from '../../kit/format.ts'

export const checkoutsTable = defineTable(
  'checkouts',
  {
    id: primaryKey(),
    project_id: reference(),
    is_test: flag(),
    token: char(22).ascii().kept(),
    status: word<CheckoutStatus>(16),
    mode: word<CheckoutObject['mode']>(16),
    currency: char(3).kept(),
    amount_subtotal: money(),
    amount_total: money(),
    credit_amount: money().default(0),
    client_reference_id: varchar(48).binary().nullable().kept(),
    customer_id: reference().nullable(),
    customer_email: varchar(254).nullable().erased(),
    is_guest: flag(),
    subscription_id: reference().nullable(),
    /** The purpose of a subscription checkout. */
    purpose: word<Purpose>(8).nullable(),
    /** The version of the subscription that it was made for. */
    subscription_version: integer().nullable(),
    discounts: json<{ amount: number; description: string }[]>('mediumtext').nullable().kept(),
    /** The codes entered on the page, in order of entry, and what each takes off. */
    promotion_codes: json<{ id: number; code: string; amount: number }[]>('mediumtext').nullable().kept(),
    custom_fields: json<CustomFieldObject[]>('mediumtext').nullable().rewritten(),
    allow_promotion_codes: flag().default(0),
    email_collection: flag().default(1),
    phone_number_collection: flag().default(0),
    delivery_address_collection: flag().default(0),
    phone_number: varchar(32).nullable().erased(),
    delivery_address: json<Record<string, string>>().nullable().erased(),
    locale: word<'auto' | Locale>(8).default('auto'),
    /** The language in which its page was last used to pay. */
    page_locale: char<Locale>(2).nullable().kept(),
    success_url: varchar(2048).nullable().kept(),
    cancel_url: varchar(2048).nullable().kept(),
    payment_method: varchar(32).nullable().kept(),
    /** The payment in progress: started, or reported and waiting for the merchant. */
    active_payment_id: reference().nullable(),
    /** Tries with codes that do not exist, counted from `wrong_codes_since`. */
    wrong_codes: integer().default(0),
    wrong_codes_since: time().nullable(),
    /** The checkout that "start again" created from this one. */
    restarted_as: reference().nullable(),
    paid_at: time().nullable(),
    receipt_number: varchar(32).nullable().kept(),
    metadata: json<Record<string, string>>().nullable().kept(),
    test_clock_id: reference().nullable(),
    expires_at: time(),
    created_at: time(),
    updated_at: time(),
    credit_days: json<unknown>().nullable().kept(),
    is_customer_named: flag().default(0),
    /** Why it can no longer be paid before it expires. */
    closed_by: word<CheckoutClosedBy>(16).ascii().nullable(),
  },
  {
    index: {
      checkouts_by_receipt_number: ['project_id', 'is_test', 'receipt_number', 'id'],
      checkouts_created: ['project_id', 'is_test', 'created_at'],
      checkouts_customer: ['customer_id', 'status', 'id'],
      checkouts_email: ['project_id', 'is_test', 'customer_email', 'id'],
      checkouts_ending: ['project_id', 'is_test', 'status', 'closed_by', 'expires_at'],
      checkouts_list: ['project_id', 'is_test', 'id'],
      checkouts_reference: ['project_id', 'is_test', 'client_reference_id', 'id'],
      checkouts_status: ['project_id', 'is_test', 'status', 'id'],
      checkouts_subscription: ['subscription_id', 'status'],
    },
  },
)

/** A checkout as the database has it. */
export const Checkout = modelOf(checkoutsTable)
export type Checkout = InstanceType<typeof Checkout>
