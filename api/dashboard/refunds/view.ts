import type { PaymentObject } from '../../../common/domain/payments/object.ts'
import { refundCsv } from '../../../common/domain/refunds/csv.ts'
import type { RefundObject, RefundStatus } from '../../../common/domain/refunds/object.ts'
import { amountColumn, customerColumn } from '../kit/columns.ts'
import { byId } from '../kit/filters.ts'
import type { ListDefinition } from '../kit/list-view.ts'
import type { Tone } from '../kit/table.ts'
import { payerOf } from '../payments/view.ts'

const TONES: Record<RefundStatus, Tone> = { pending: 'neutral', succeeded: 'good', failed: 'bad' }

/** A refund with its payment and customer. */
export interface ListedRefund extends RefundObject {
  payment: PaymentObject | null
  customer_id: number | null
}

/** Adds the payment of a refund. */
export function withPayment(refund: RefundObject, payment: PaymentObject | null): ListedRefund {
  return { ...refund, payment, customer_id: payment?.customer_id ?? null }
}

function sumOf(wanted: 'succeeded' | 'pending') {
  return {
    label: `dashboard.refunds.sum_${wanted}` as const,
    of: ({ status, amount }: ListedRefund) => (status === wanted ? amount : null),
  }
}

/** The list of refunds. Each leads to its payment. */
export const refundList = {
  path: '/payments/refunds',
  state: 'dashboard_refunds',
  heading: 'dashboard.refunds.heading',
  empty: 'dashboard.refunds.empty',
  searchField: { label: 'dashboard.refunds.search', hint: 'dashboard.payments.search_hint' },
  elsewhere: { path: '/payments', heading: 'dashboard.payments.heading' },
  filters: { payment_id: byId('payment') },
  columns: [
    amountColumn(({ amount }) => amount),
    {
      label: 'portal.status',
      kind: 'state',
      cell: ({ status }, { t }) => ({ text: t(`dashboard.refunds.status_${status}`), tone: TONES[status] }),
    },
    customerColumn(({ payment }) => payment && payerOf(payment)),
    {
      label: 'dashboard.refund.reason',
      kind: 'text',
      cell: ({ reason, note, failure_message: failure }, { t }) => ({
        text: reason ? t(`dashboard.refund.reason_${reason}`) : '',
        hint: failure ?? note,
      }),
    },
    { label: 'portal.date', kind: 'date', cell: ({ created_at: at }, presenter) => presenter.time(at) },
  ],
  sums: { label: 'dashboard.refunds.sum', parts: [sumOf('succeeded'), sumOf('pending')] },
  csv: refundCsv,
  href: ({ payment_id: id }) => `/payments/${id}`,
  rowId: ({ id }) => `refunds-${id}`,
} as const satisfies ListDefinition<ListedRefund>
