import { paidPaymentCsv, paymentCsv } from '../../../common/domain/payments/csv.ts'
import type { PaymentObject } from '../../../common/domain/payments/object.ts'
import type { PaymentStatus } from '../../../common/domain/payments/status.ts'
import { readAmount } from '../../../common/kit/read-amount.ts'
import { methods } from '../../../common/methods/all.ts'
import type { Bought } from '../../../common/services/payments/bought.ts'
import type { PaidPayment } from '../../../common/services/payments/list-paid.ts'
import { methodLabel } from '../../../common/services/text/method-label.ts'
import type { Translate } from '../../../common/services/text/translate.ts'
import { amountColumn, customerColumn } from '../kit/columns.ts'
import { byAmount, byId, chips, menu } from '../kit/filters.ts'
import type { ListDefinition } from '../kit/list-view.ts'
import type { Column, Tone } from '../kit/table.ts'

const TONES: Record<PaymentStatus, Tone> = {
  started: 'neutral',
  pending: 'awaited',
  paid: 'good',
  failed: 'bad',
  canceled: 'neutral',
  refund_required: 'bad',
  refunded: 'neutral',
}

/** Returns a payment's status as merchants read it. A paid one may be refunded in part, a failed one rejected by the shop. */
export function paymentStatus(
  {
    status,
    amount_refunded: refunded,
    failure_code: why,
  }: Pick<PaymentObject, 'status' | 'amount_refunded' | 'failure_code'>,
  t: Translate,
): { text: string; tone: Tone } {
  const isPart = status === 'paid' && refunded > 0
  if (status === 'failed' && why === 'rejected')
    return { text: t('dashboard.payments.status_rejected'), tone: TONES.failed }
  return {
    text: isPart ? t('dashboard.payments.status_refunded_part') : statusText(status, t),
    tone: isPart ? 'neutral' : TONES[status],
  }
}

function statusText(status: PaymentStatus, t: Translate): string {
  return t(`dashboard.payments.status_${status}`)
}

/** Returns who pays, as far as it is known. */
export function payerOf({ payer_name, customer_email, phone_number }: PaymentObject): string | null {
  return payer_name ?? customer_email ?? phone_number
}

/** Returns the first line of an order in words: `2 × Tea`. */
export function boughtText({ name, quantity }: Bought): string {
  return quantity > 1 ? `${quantity} × ${name}` : name
}

/** A payment, with the time of payment in a list by it. */
export type ListedPayment = PaymentObject & Partial<Pick<PaidPayment, 'paid_at'>>

/** The columns of every table of payments. */
export const paymentColumns: readonly Column<ListedPayment>[] = [
  amountColumn(({ amount }) => amount),
  { label: 'portal.status', kind: 'state', cell: (payment, { t }) => paymentStatus(payment, t) },
  customerColumn(payerOf),
  {
    label: 'account.reference',
    kind: 'text',
    cell: ({ reference, method }, { t }) => ({ text: reference ?? '', hint: methodLabel(method, t) }),
  },
  {
    label: 'portal.date',
    kind: 'date',
    cell: ({ paid_at: paid, created_at: created }, presenter) => presenter.time(paid ?? created),
  },
]

/** The statuses that need a member first, then as often as they are looked for. */
const IN_ORDER: readonly PaymentStatus[] = [
  ...(['pending', 'paid', 'refund_required', 'refunded', 'started', 'failed', 'canceled'] as const),
]

const paymentFilters = {
  status: chips('portal.status', IN_ORDER, (status, t) =>
    status === 'failed' ? t('dashboard.payments.failed_or_rejected') : statusText(status, t),
  ),
  method: menu(
    'dashboard.payments.method',
    methods.map(({ name }) => name),
    methodLabel,
  ),
  /** By the day on which the order began, or on which it was paid. */
  days_of: menu(
    'dashboard.payments.days_of',
    ['payment'],
    (_, t) => t('dashboard.payments.days_of_payment'),
    {
      none: 'dashboard.payments.days_of_order',
    },
  ),
  customer_id: byId('customer'),
  amount: byAmount(),
}

export function paymentPath({ id }: { id: number }): string {
  return `/payments/${id}`
}

/** The list of payments. */
export const paymentList = {
  path: '/payments',
  state: 'dashboard_payments',
  heading: 'dashboard.payments.heading',
  empty: 'dashboard.payments.empty',
  searchField: { label: 'dashboard.payments.search', hint: 'dashboard.payments.search_hint' },
  elsewhere: { path: '/customers', heading: 'dashboard.customers.heading' },
  understood: (text, found, presenter) => {
    const sum = readAmount(text, presenter.input.project.currency)
    // Most numbers that are searched for are references or phone numbers.
    if (sum === null || !found.some(({ amount }) => amount === sum)) return null
    const { t } = presenter
    const amount = presenter.money(sum)
    return {
      found: t('dashboard.payments.found_amount', { amount, text }),
      query: { amount: String(sum) },
      label: t('dashboard.payments.all_of_amount', { amount }),
    }
  },
  filters: paymentFilters,
  columns: paymentColumns,
  // The sum of unpaid orders is not useful.
  sum: {
    label: 'dashboard.payments.sum',
    of: ({ paid_at: paid, amount }) => (paid === undefined ? null : amount),
  },
  csv: ({ values }) => (values.days_of === 'payment' ? paidPaymentCsv : paymentCsv),
  href: paymentPath,
} as const satisfies ListDefinition<ListedPayment>
