import * as column from '../../kit/column.ts'
import { field } from '../../kit/field.ts'
import { type Infer, list, nullable, object, shape } from '../../kit/shape.ts'
import {
  amount,
  choice,
  createdAt,
  currency,
  id,
  isTest,
  projectId,
  text,
  time,
  updatedAt,
  url,
} from '../../kit/values.ts'
import { manualMethods, methods } from '../../methods/all.ts'
import { checkout, CHECKOUT_STATUSES } from '../checkouts/object.ts'
import { INVOICE_STATUSES } from '../invoices/object.ts'
import { refund } from '../refunds/object.ts'
import { DISCREPANCIES } from './discrepancy.ts'
import { FAILURE_CODES, PAYMENT_STATUSES } from './status.ts'

const payableProperties = {
  type: choice('The type of the paid object.', ['checkout', 'invoice'], 'checkout'),
  id: id('Its ID.', checkout.example.id),
  number: nullable(text("An invoice's number, or a paid checkout's receipt number.").kept()),
  url: url('Its page.', checkout.example.url).kept(),
  status: choice(
    'Its status now.',
    Array.from(new Set([...CHECKOUT_STATUSES, ...INVOICE_STATUSES])),
    'pending',
  ),
}

export interface PayableObject extends Infer<typeof payableProperties> {}

const payable = object<PayableObject>(payableProperties, 'The checkout or invoice that it pays for.')

export type PayableType = PayableObject['type']

export const paymentProperties = {
  id: field(id('The payment.', 90), column.primaryKey()),
  project_id: projectId,
  method: field(
    text(`The payment method: ${methods.map(({ name }) => `\`${name}\``).join(', ')} …`, manualMethods[0]!),
    column.varchar(32).kept(),
  ),
  driver: text('The same as `method`, for older clients.', manualMethods[0]!).kept(),
  status: field(
    choice(
      'The status. `refund_required`: the money arrived, but could not pay for the order.',
      PAYMENT_STATUSES,
      'pending',
    ),
    column.word(16),
  ),
  amount: field(amount('The amount to pay.', 25_000), column.money()),
  amount_received: amount('The amount that has arrived; it may be more than `amount`.', 0),
  received_currency: text(
    'The currency of the received and refunded amounts: `currency`, unless the provider received another.',
    'MNT',
    { pattern: '^[A-Z]{3}$' },
  ).kept(),
  amount_refunded: field(amount('The refunded part of the received amount.', 0), column.money().default(0)),
  amount_to_refund: amount('The part of the received amount that still has to be refunded.', 0),
  currency,
  reference: field(
    text('The reference that the customer writes on a transfer.', '748215'),
    column.char(6).binary().nullable().kept(),
  ),
  bank_name: field(
    text('Your bank, as shown to the customer.', 'Khan Bank'),
    column.varchar(255).nullable().kept(),
  ),
  account_number: field(
    text('Your account, as shown to the customer.', '5001234567'),
    column.varchar(64).nullable().kept(),
  ),
  account_holder: field(
    text('The holder of your account, as shown to the customer.', 'Shop LLC'),
    column.varchar(255).nullable().kept(),
  ),
  claimed_at: field(
    time('When the customer reported the payment.', '2026-02-05T06:10:00.000000Z'),
    column.time().nullable(),
  ),
  expires_at: field(
    time(
      'The time until which it can be paid, or until which a reported payment keeps the order open.',
      '2026-02-08T06:10:00.000000Z',
    ),
    column.time().nullable(),
  ),
  failure_code: field(
    choice(
      'Why it ended without the full amount: the method declined it, you rejected it, it expired, or another attempt replaced it.',
      FAILURE_CODES,
    ),
    column.word(16).nullable(),
  ),
  failure_message: field(text('Why it failed or was rejected.'), column.varchar(500).nullable().kept()),
  verified_by: field(text('Who confirmed or rejected it.'), column.varchar(64).nullable().kept()),
  refunds: list('The refunds, oldest first.', refund, []),
  payable: payable.kept(),
  client_reference_id: nullable(text('Your own reference of the checkout or invoice.').kept()),
  customer_id: nullable(id('The customer of the checkout or invoice.')),
  customer_email: field(
    text("The customer's email address.", 'saraa@example.com'),
    column.varchar(254).nullable().erased(),
  ),
  phone_number: field(text("The customer's phone number."), column.varchar(32).nullable().erased()),
  payer_name: field(
    text('The name on the account that the money comes from, if the customer gave it.'),
    column.varchar(100).nullable().erased(),
  ),
  is_test: isTest,
  created_at: createdAt('2026-02-05T06:09:00.000000Z'),
  updated_at: updatedAt('2026-02-05T06:10:00.000000Z'),
}

/** A payment as `GET /payments/:id` returns it. Times are ISO 8601 in UTC. */
export interface PaymentObject extends Infer<typeof paymentProperties> {}

export const payment = shape<PaymentObject>('Payment', 'One attempt to pay.', paymentProperties)

const discrepancyProperties = {
  kind: choice(
    'The difference: paid at the provider but given up here, another amount or currency received, or more or less refunded.',
    DISCREPANCIES,
    'paid_there',
  ),
  provider_status: choice(
    'The status at the provider. `over`: it can no longer be paid.',
    ['open', 'processing', 'paid', 'over'],
    'paid',
  ),
  provider_amount: amount('The amount that the provider received.', 25_000),
  provider_currency: nullable(
    text('The currency of that amount; null if it received nothing.', 'MNT').kept(),
  ),
  provider_refunded: amount('The refunded part of that amount.', 0),
  found_at: time('When we asked the provider.', '2026-02-06T04:00:00.000000Z'),
}

/** A difference between our record of a payment and its provider's. */
export interface Discrepancy extends Infer<typeof discrepancyProperties> {}

const discrepancy = object<Discrepancy>(
  discrepancyProperties,
  "The difference from the provider's record. Amounts are in the smallest unit.",
)

/** A payment in the event about a discrepancy. */
export type DiscrepantPaymentObject = PaymentObject & { discrepancy: Discrepancy }

export const discrepantPayment = shape<DiscrepantPaymentObject>(
  'DiscrepantPayment',
  "An attempt to pay that does not match its provider's record.",
  { ...paymentProperties, discrepancy: discrepancy.kept() },
)
