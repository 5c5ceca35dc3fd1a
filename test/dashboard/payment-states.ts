import { detailView } from '../../api/dashboard/kit/detail-view.ts'
import { paymentDetail, type ShownPayment } from '../../api/dashboard/payments/detail-view.ts'
import type { PageView } from '../../api/pages/kit/page-view.ts'
import { eventTypes } from '../../common/domain/events/types.ts'
import type { PaymentObject } from '../../common/domain/payments/object.ts'
import { refund } from '../../common/domain/refunds/object.ts'
import type { Locale } from '../../common/kit/languages.ts'
import { type EmailKind, emailKinds } from '../../common/services/emails/kinds.ts'
import type { HistoryEntry } from '../../common/services/history/find.ts'
import { payment } from '../pages/view/fixtures.ts'
import { LONG } from '../portal/fixtures.ts'
import { EMAIL, inShop } from './in-shop.ts'

type State = (locale: Locale) => PageView

const at = new Date('2026-08-12T11:05:00Z')
const email = (kind: EmailKind, changes: Partial<HistoryEntry> = {}): HistoryEntry =>
  ({
    kind: 'email',
    at,
    email: kind,
    recipient: 'saraa@example.mn',
    status: 'sent',
    ...changes,
  }) as HistoryEntry

const arrivals = [{ amount: 10_000, at }]

const history: HistoryEntry[] = [
  { kind: 'event', at, id: 502, type: 'payment.partially_paid' },
  // No deposit has the same time, as in older releases.
  { kind: 'event', at: new Date('2026-08-12T11:06:00Z'), id: 503, type: 'payment.partially_paid' },
  { kind: 'event', at, id: 501, type: 'payment.awaiting_verification' },
  { kind: 'attempt', at, deliveryId: 7, type: 'checkout.completed', statusCode: 200, error: null },
  {
    kind: 'attempt',
    at,
    deliveryId: 7,
    type: 'checkout.completed',
    statusCode: null,
    error: 'the connection was refused',
  },
  email('transfer_details'),
  email('receipt', { status: 'failed' }),
  ...[8, 9].map((deliveryId): HistoryEntry => ({
    ...{ kind: 'attempt', at, deliveryId, type: 'payment.discrepancy', statusCode: 200, error: null },
  })),
]

const bought = { name: 'Ном: «Тунгалаг Тамир»', quantity: 2, others: 1 }

const reported: Partial<PaymentObject> = {
  ...{
    id: 90,
    status: 'pending',
    claimed_at: '2026-08-12T11:04:00.000000Z',
    payer_name: 'Бат-Эрдэнийн Сарантуяа',
  },
  ...{ customer_email: 'saraa@example.mn', phone_number: '+97699112233', client_reference_id: 'order-1009' },
}

const paid: Partial<PaymentObject> = {
  ...{ ...reported, status: 'paid', amount_received: 25_000, verified_by: EMAIL },
  payable: { ...payment().payable, number: 'NU-000041', status: 'complete' },
}

function shown(
  fields: Partial<PaymentObject>,
  changes: Partial<Parameters<typeof detailView<ShownPayment>>[1]> = {},
  entries = history,
  what: ShownPayment['bought'] = bought,
): State {
  return (locale) =>
    detailView(paymentDetail, {
      ...{
        ...inShop(locale),
        item: { payment: payment(fields), decidedAt: at, bought: what, arrivals, history: entries, now: at },
      },
      ...{ typed: {}, errors: {}, ...changes },
    })
}

/** Pages of one payment. */
export const paymentStates: Record<string, State> = {
  'dashboard-payment': shown(reported),
  'dashboard-payment-unreported': shown({ customer_email: 'saraa@example.mn' }),
  'dashboard-payment-sum-wrong': shown(reported, {
    typed: { action: 'confirm_sum', amount_received: 'all' },
    errors: { amount_received: 'errors.sum_unreadable' },
    errorParams: { amount_received: { example: '₮25,000' } },
  }),
  'dashboard-payment-reason': shown(reported, {
    typed: { action: 'reject', reason_choice: 'other', reason: LONG },
    errors: { reason: 'errors.reason_too_long' },
  }),
  'dashboard-payment-changed': shown(
    { ...reported, amount_received: 10_000 },
    { typed: { action: 'confirm' }, errors: { '': 'errors.rest_changed' } },
  ),
  'dashboard-payment-viewer': shown(reported, { role: 'viewer' }),
  'dashboard-payment-paid': shown({ ...paid, method: 'qpay' }),
  'dashboard-payment-refund-wrong': shown(paid, {
    typed: { action: 'refund', refund_amount: '99999', refund_note: LONG },
    errors: { refund_amount: 'errors.refund_too_much' },
    errorParams: { refund_amount: { amount: '₮25,000' } },
  }),
  'dashboard-payment-refunded': shown({
    ...{ ...paid, amount_refunded: 5_000, verified_by: 'bat@nomynulgii.mn' },
    refunds: [
      { ...refund.example, note: LONG },
      { ...refund.example, status: 'pending' },
      { ...refund.example, status: 'failed', failure_message: LONG },
    ],
  }),
  'dashboard-payment-refund-failed': shown(
    {
      ...{ ...paid, method: 'qpay', verified_by: null },
      refunds: [
        { ...refund.example, status: 'failed', failure_message: 'QPay has too little money on the account.' },
      ],
    },
    { role: 'staff' },
  ),
  'dashboard-payment-rejected': shown({
    ...{ ...reported, status: 'failed', failure_code: 'rejected', verified_by: 'api', failure_message: LONG },
  }),
  'dashboard-payment-ugly': shown({
    ...paid,
    currency: 'USD',
    amount: 999_999_999_999,
    payer_name: LONG.slice(0, 100),
  }),
}

/** Pages that only differ by a sentence from those above. */
export const rarePaymentStates: State[] = [
  shown(
    paid,
    {},
    eventTypes.map((type) => ({ kind: 'event', at, id: 501, type })),
  ),
  shown(reported, {}, history, null),
  shown(reported, {}, [
    { kind: 'attempt', at, deliveryId: 7, type: 'checkout.completed', statusCode: 503, error: null },
  ]),
  shown({ ...reported, status: 'refund_required', amount_received: 25_000, amount_to_refund: 25_000 }),
  shown(reported, {}, [
    ...(Object.keys(emailKinds) as EmailKind[]).map((kind) => email(kind)),
    email('sale', { status: 'pending', recipient: '' }),
    email('sale', { status: 'canceled' }),
  ]),
]
