import { defineTable } from '../../../db/define-table.ts'
import { modelOf } from '../../../db/model.ts'
import {
  checkoutProperties,
  type CheckoutStatus,
  type CustomFieldObject,
} from '../../domain/checkouts/object.ts'
import type { CheckoutClosedBy } from '../../domain/checkouts/status.ts'
import type { Purpose } from '../../domain/subscriptions/use.ts'
import { char, flag, integer, json, reference, text, time, word } from '../../kit/column.ts'
import { columnsIn } from '../../kit/field.ts'
import type { Locale } from '../../kit/format.ts'

export const checkoutsTable = defineTable(
  'checkouts',
  {
    ...columnsIn(checkoutProperties),
    token: char(22).ascii().kept(),
    status: word<CheckoutStatus>(16),
    /** The purpose of a subscription checkout. */
    purpose: word<Purpose>(8).nullable(),
    /** The version of the subscription that it was made for. */
    subscription_version: integer().nullable(),
    /** The codes entered on the page, in order of entry, and what each takes off. */
    promotion_codes: json<{ id: number; code: string; amount: number }[]>('mediumtext').nullable().kept(),
    custom_fields: json<CustomFieldObject[]>('mediumtext').nullable().rewritten(),
    /** The language in which its page was last used to pay. */
    page_locale: char<Locale>(2).nullable().kept(),
    /** The payment in progress: started, or reported and waiting for the merchant. */
    active_payment_id: reference().nullable(),
    /** Tries with codes that do not exist, counted from `wrong_codes_since`. */
    wrong_codes: integer().default(0),
    wrong_codes_since: time().nullable(),
    /** The checkout that "start again" created from this one. */
    restarted_as: reference().nullable(),
    test_clock_id: reference().nullable(),
    credit_days: json<unknown>().nullable().kept(),
    is_customer_named: flag().default(0),
    /** Why it can no longer be paid before it expires. */
    closed_by: word<CheckoutClosedBy>(16).ascii().nullable(),
    /** Identifies the link, the browser and its choices: pressing the button again finds this checkout. */
    payment_link_key: char(43).ascii().nullable().erased(),
    /** Its part in the counts of its payment link: a payment in progress, or a sale. */
    payment_link_sale: word<'reserved' | 'sold'>(16).nullable(),
    /** The link's text for customers who have paid, as it was when the checkout was created. */
    thank_you_text: text().nullable().kept(),
  },
  {
    unique: {
      checkouts_link_key: ['payment_link_key'],
    },
    index: {
      checkouts_by_receipt_number: ['project_id', 'is_test', 'receipt_number', 'id'],
      checkouts_created: ['project_id', 'is_test', 'created_at'],
      checkouts_customer: ['customer_id', 'status', 'id'],
      checkouts_email: ['project_id', 'is_test', 'customer_email', 'id'],
      checkouts_ending: ['project_id', 'is_test', 'status', 'closed_by', 'expires_at'],
      checkouts_link: ['payment_link_id', 'status', 'id'],
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
