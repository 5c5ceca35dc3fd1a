import type { Tables } from '../../db/tables.ts'
import { eventFates, refund } from './rules/personal.ts'

/** A column is kept as it is, or made anew without the person, or holds this from then on. */
type Fate = 'kept' | 'rewritten' | { readonly becomes: string | null }
type Fates<Columns> = Readonly<Record<keyof Columns, Fate>>

const ERASED = { becomes: null } as const

/** Of every column that could tell of a customer what becomes of it when the customer is erased. */
export const columnFates: { readonly [Table in keyof Tables]: Fates<Tables[Table]> } = {
  customers: {
    id: 'kept',
    project_id: 'kept',
    is_test: 'kept',
    name: ERASED,
    email: ERASED,
    email_key: ERASED,
    phone: ERASED,
    client_reference_id: ERASED,
    delivery_address: ERASED,
    locale: ERASED,
    metadata: ERASED,
    test_clock_id: 'kept',
    link_version: 'kept',
    deleted_at: 'rewritten',
    created_at: 'kept',
    updated_at: 'rewritten',
  },
  checkouts: {
    ...asIn(eventFates.checkout, 'url', 'customer', 'items', 'coupon_codes', 'receipt_id'),
    token: 'kept',
    credit_days: 'kept',
    is_customer_named: 'kept',
    subscription_version: 'kept',
    purpose: 'kept',
    page_locale: 'kept',
    active_payment_id: 'kept',
    wrong_codes: 'kept',
    wrong_codes_since: 'kept',
    restarted_as: 'kept',
    closed_by: 'kept',
    test_clock_id: 'kept',
  },
  // What was sold, in the merchant's words, belongs to the books: like an invoice's description.
  checkout_items: {
    id: 'kept',
    project_id: 'kept',
    checkout_id: 'kept',
    price_id: 'kept',
    product_id: 'kept',
    name: 'kept',
    price_name: 'kept',
    description: 'kept',
    image_url: 'kept',
    picture_id: 'kept',
    product_client_reference_id: 'kept',
    lookup_key: 'kept',
    quantity: 'kept',
    unit_amount: 'kept',
    amount_subtotal: 'kept',
    amount_total: 'kept',
    adjustable_min: 'kept',
    adjustable_max: 'kept',
  },
  // Copies of the merchant's pictures, which many orders share.
  item_pictures: {
    id: 'kept',
    project_id: 'kept',
    is_test: 'kept',
    url_hash: 'kept',
    picture: 'kept',
    asked_at: 'kept',
  },
  invoices: {
    ...asIn(eventFates.invoice, 'url'),
    token: 'kept',
    sequence: 'kept',
    page_locale: 'kept',
    active_payment_id: 'kept',
    test_clock_id: 'kept',
  },
  payments: {
    ...asIn(eventFates.payment, 'driver', 'payable', 'amount_to_refund', 'refunds', 'discrepancy'),
    payable_type: 'kept',
    payable_id: 'kept',
    open_reference: 'kept',
    reference_until: 'kept',
    details: 'kept',
    ended_at: 'kept',
    paid_at: 'kept',
    test_clock_id: 'kept',
  },
  // The bank's number of a transfer and who entered it are the books' own.
  deposits: {
    id: 'kept',
    project_id: 'kept',
    is_test: 'kept',
    payment_id: 'kept',
    amount: 'kept',
    entered_by: 'kept',
    entry_key: 'kept',
    request_id: 'kept',
    created_at: 'kept',
  },
  refunds: { ...asIn(refund), calls: 'kept', busy_until: 'kept', refused_calls: 'kept' },
  subscriptions: {
    ...asIn(
      eventFates.subscription,
      'entitled',
      'cancellation_details',
      'customer',
      'price',
      'product',
      'days_before',
    ),
    grace_ends_at: 'kept',
    cancellation_feedback: ERASED,
    cancellation_comment: ERASED,
    is_schedule_paid: 'kept',
    anchor_day: 'kept',
    anchor_months: 'kept',
    reminded_until: 'kept',
    version: 'kept',
    test_clock_id: 'kept',
  },
  // A customer redeems by id; who is known by address alone is no customer, and cannot be deleted.
  redemptions: {
    id: 'kept',
    project_id: 'kept',
    promotion_code_id: 'kept',
    checkout_id: 'kept',
    redeemer: 'kept',
    status: 'kept',
    created_at: 'kept',
    updated_at: 'kept',
  },
  // To the customer: what is not sent yet has nobody to go to, and a mail server's words name the address.
  emails: {
    id: 'kept',
    project_id: 'kept',
    is_test: 'kept',
    kind: 'kept',
    cause: 'kept',
    customer_id: 'kept',
    recipient: { becomes: '' },
    locale: 'kept',
    words: { becomes: '{}' },
    status: 'rewritten',
    tries: 'kept',
    due_at: ERASED,
    armed_until: ERASED,
    error: ERASED,
    sent_at: 'kept',
    request_id: 'kept',
    created_at: 'kept',
    updated_at: 'kept',
  },
  events: {
    id: 'kept',
    project_id: 'kept',
    is_test: 'kept',
    type: 'kept',
    object: 'kept',
    object_id: 'kept',
    sequence: 'kept',
    data: 'rewritten',
    previous_attributes: 'rewritten',
    change_kind: 'kept',
    body_version: 'kept',
    data_until: 'kept',
    request_id: 'kept',
    created_at: 'kept',
  },
}

type PropertyFate = 'kept' | 'erased' | object

/** As for the properties of the same names, but for those of the object that are no columns. */
function asIn<Name extends string, Other extends Name = never>(
  properties: Readonly<Record<Name, PropertyFate>>,
  ...others: Other[]
): Readonly<Record<Exclude<Name, Other>, Fate>> {
  const columns = Object.entries<PropertyFate>(properties)
    .filter(([name]) => !others.some((other) => other === name))
    .map(([name, fate]) => [name, fate === 'erased' ? ERASED : fate === 'kept' ? fate : 'rewritten'])
  return Object.fromEntries(columns) as Record<Exclude<Name, Other>, Fate>
}

/** What the columns of a row hold once its customer is erased; the others stay. */
export function erasedColumns(table: keyof Tables): Record<string, string | null> {
  return Object.fromEntries(
    Object.entries<Fate>(columnFates[table]).flatMap(([column, fate]) =>
      typeof fate === 'object' ? [[column, fate.becomes]] : [],
    ),
  )
}
