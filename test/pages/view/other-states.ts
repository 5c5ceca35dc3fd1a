import { checkoutSummary } from '../../../api/pages/decision/summary.ts'
import { type DecisionPageInput, decisionView } from '../../../api/pages/decision/view.ts'
import type { InvoicePageInput } from '../../../api/pages/invoice/page-input.ts'
import { invoiceView } from '../../../api/pages/invoice/view.ts'
import type { PageView } from '../../../api/pages/kit/page-view.ts'
import type { CheckoutObject } from '../../../common/domain/checkouts/object.ts'
import type { Locale } from '../../../common/kit/format.ts'
import { checkout, decisionPage, invoice, invoicePage, item, payment, project } from './fixtures.ts'

const LONG =
  'Zolzaya Enkhtuvshin-Baatarsaikhan & Sons’ Handmade <b>Felt</b> Slippers, Saddles and Everything Emporium'
const transfer = {
  amount: 180_000,
  payable: {
    type: 'invoice',
    id: 12,
    number: 'NU-0012',
    url: 'https://pay.example/i/12/s3cret',
    status: 'open',
  },
} as const
const claimed = payment({ ...transfer, status: 'pending', claimed_at: '2026-08-12T11:04:00.000000Z' })
const paid = {
  status: 'paid',
  payment_method: 'bank_transfer',
  paid_at: '2026-08-12T11:04:00.000000Z',
  receipt_number: 'I-00000012',
} as const

const invoices: Record<string, Partial<InvoicePageInput>> = {
  'invoice-pay': {},
  'invoice-overdue': {
    now: new Date('2026-08-20T00:00:00Z'),
    invoice: invoice({ customer_email: 'saraa@example.mn', is_test: false }),
    methods: ['bank_transfer'],
  },
  'invoice-wrong': {
    typed: { email: 'saraa@' },
    errors: { email: 'errors.email_invalid', payment_method: 'errors.payment_method_required' },
  },
  'invoice-transfer': { payment: payment(transfer) },
  'invoice-processing': { payment: payment({ ...transfer, method: 'test' }) },
  'invoice-pending': { payment: claimed },
  'invoice-receipt': { invoice: invoice({ ...paid, customer_email: 'saraa@example.mn' }) },
  'invoice-receipt-live': { invoice: invoice({ ...paid, is_test: false }) },
  'invoice-void': { invoice: invoice({ status: 'void' }) },
  'invoice-void-way-back': { invoice: invoice({ status: 'void', cancel_url: 'about:blank' }) },
  'invoice-canceled': { show: 'canceled' },
  'invoice-ugly': {
    project: { ...project, name: LONG, color: '#ff00ff' },
    invoice: invoice({
      description: `${LONG} · ${LONG} · ${LONG}`,
      amount: 9_007_199_254_740_991,
      number: 'LONGPREFIX12-0001',
    }),
  },
}

const usd = payment({
  ...claimed,
  currency: 'USD',
  amount: 999_999_999_999,
  expires_at: '2026-08-15T11:04:00Z',
})
const decisions: Record<string, Partial<DecisionPageInput> & { order?: CheckoutObject }> = {
  'decide-transfer': {},
  'decide-transfer-arrived': { answer: 'yes' },
  'decide-transfer-not-arrived': { answer: 'no' },
  'decide-transfer-last-day': { daysLeft: 1, project: { ...project, color: '#ffe600' } },
  'decide-transfer-late-ugly': {
    daysLeft: 0,
    project: { ...project, name: LONG },
    payment: { ...usd, is_test: false, customer_email: `${'a'.repeat(64)}@${'b'.repeat(180)}.mn` },
    order: checkout({
      currency: 'USD',
      items: [item(LONG, 999_999_999_999, 3), item('Цай', 3_500)],
      discounts: [{ amount: 100, description: LONG }],
      client_reference_id: 'order-of-forty-eight-signs-without-any-break-0001',
    }),
  },
  'decide-transfer-wrong': {
    typed: { reason: 'Nothing has come, and so on.' },
    errors: { reason: 'errors.reason_too_long' },
  },
  'transfer-confirmed': { state: 'confirmed' },
  'decide-transfer-reason': { answer: 'no', typed: { reason_choice: 'proof' } },
  'transfer-confirmed-paid': { state: 'confirmed', payment: payment({ status: 'paid' }) },
  'transfer-rejected': { state: 'rejected' },
  'transfer-rejected-open': { state: 'rejected', canConfirmAfterAll: true },
  'transfer-decided-before': { state: 'gone', payment: payment({ status: 'paid' }) },
  // An old link shows no details, since others may have it by now.
  'transfer-gone': { state: 'gone', payment: payment({ status: 'pending' }) },
}

/** Every state of the pages of invoices, and of the page on which a merchant decides about a transfer. */
export const otherStates: Record<string, (locale: Locale) => PageView> = Object.fromEntries([
  ...Object.entries(invoices).map(([name, fields]) => [
    name,
    (locale: Locale) => invoiceView(invoicePage({ ...fields, locale })),
  ]),
  ...Object.entries(decisions).map(([name, { order = checkout(), ...fields }]) => [
    name,
    (locale: Locale) =>
      decisionView(decisionPage({ ...fields, locale, summary: checkoutSummary(order, locale) })),
  ]),
]) as Record<string, (locale: Locale) => PageView>
