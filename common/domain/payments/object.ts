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
  type: choice('Which kind of thing.', ['checkout', 'invoice'], 'checkout'),
  id: id('Which one.', checkout.example.id),
  number: nullable(text("An invoice's number, or a paid checkout's receipt number.")),
  url: url('Its page.', checkout.example.url),
  status: choice(
    'Where that stands now.',
    Array.from(new Set([...CHECKOUT_STATUSES, ...INVOICE_STATUSES])),
    'pending',
  ),
}

export interface PayableObject extends Infer<typeof payableProperties> {}

const payable = object<PayableObject>(payableProperties, 'What it pays for.')

export type PayableType = PayableObject['type']

const paymentProperties = {
  id: id('The payment.', 90),
  project_id: projectId,
  method: text(`How it is paid: ${methods.map(({ name }) => `\`${name}\``).join(', ')} …`, manualMethods[0]!),
  driver: text('The method once more, for older clients.', manualMethods[0]!),
  status: choice(
    'Where it stands; `refund_required` is money that arrived and bought nothing.',
    PAYMENT_STATUSES,
    'pending',
  ),
  amount: amount('How much is to be paid.', 25_000),
  amount_received: amount('How much of it has come, or more than that.', 0),
  received_currency: text(
    'In which currency the received, the refunded and the remaining amounts are: `currency`, unless its provider took another.',
    'MNT',
    { pattern: '^[A-Z]{3}$' },
  ),
  amount_refunded: amount('How much of that was given back.', 0),
  amount_to_refund: amount('How much of that is to be given back yet.', 0),
  currency,
  reference: nullable(text('What the customer writes on a transfer.', '748215')),
  bank_name: nullable(text('Your bank, as the customer was shown it.', 'Khan Bank')),
  account_number: nullable(text('Your account, as the customer was shown it.', '5001234567')),
  account_holder: nullable(text('Its holder, as the customer was shown it.', 'Shop LLC')),
  claimed_at: nullable(time('When the customer reported the transfer.', '2026-02-05T06:10:00.000000Z')),
  expires_at: nullable(
    time(
      'Until when it can be paid, or a reported transfer holds things open.',
      '2026-02-08T06:10:00.000000Z',
    ),
  ),
  failure_code: nullable(
    choice(
      'Why it ended without its money: the method declined it, you rejected it, its time ran out, or another attempt took its place.',
      FAILURE_CODES,
    ),
  ),
  failure_message: nullable(text('Why it failed or was rejected.')),
  verified_by: nullable(text('Who confirmed or rejected the transfer.')),
  refunds: list('What was given back, oldest first.', refund, []),
  payable,
  client_reference_id: nullable(text('Your own name for what it pays for.')),
  customer_id: nullable(id('Whose that is.')),
  customer_email: nullable(text("The customer's email address.", 'saraa@example.com')),
  phone_number: nullable(text("The customer's phone number.")),
  payer_name: nullable(
    text('The name on the account that a transfer comes from, where the customer told it.'),
  ),
  is_test: isTest,
  created_at: createdAt('2026-02-05T06:09:00.000000Z'),
  updated_at: updatedAt('2026-02-05T06:10:00.000000Z'),
}

/** A payment as `GET /payments/:id` answers it. Times are ISO 8601 in UTC. */
export interface PaymentObject extends Infer<typeof paymentProperties> {}

export const payment = shape<PaymentObject>('Payment', 'One attempt to pay.', paymentProperties)

const discrepancyProperties = {
  kind: choice(
    'What differs: it was paid there and given up here; another sum came, or in another currency; or more or less was given back there.',
    DISCREPANCIES,
    'paid_there',
  ),
  provider_status: choice(
    'How it stands there: `over` can never be paid any more.',
    ['open', 'processing', 'paid', 'over'],
    'paid',
  ),
  provider_amount: amount('What has come there.', 25_000),
  provider_currency: nullable(text('In which currency; null where nothing has.', 'MNT')),
  provider_refunded: amount('What of it was given back there.', 0),
  found_at: time('When we asked.', '2026-02-06T04:00:00.000000Z'),
}

/** What a provider says otherwise than we. */
export interface Discrepancy extends Infer<typeof discrepancyProperties> {}

const discrepancy = object<Discrepancy>(
  discrepancyProperties,
  'What its provider says otherwise. Amounts are in the smallest unit.',
)

/** A payment as an event tells of it whose provider says otherwise. */
export type DiscrepantPaymentObject = PaymentObject & { discrepancy: Discrepancy }

export const discrepantPayment = shape<DiscrepantPaymentObject>(
  'DiscrepantPayment',
  'An attempt to pay that stands otherwise at its provider.',
  { ...paymentProperties, discrepancy },
)
