import { refundCsv } from '../../../common/domain/refunds/csv.ts'
import type { RefundObject, RefundStatus } from '../../../common/domain/refunds/object.ts'
import { byId } from '../kit/filters.ts'
import type { ListLook } from '../kit/list-view.ts'
import type { Tone } from '../kit/table.ts'

const TONES: Record<RefundStatus, Tone> = { pending: 'neutral', succeeded: 'good', failed: 'bad' }

/** The list of refunds. Each leads to its payment. */
export const refundList = {
  path: '/payments/refunds',
  state: 'dashboard_refunds',
  heading: 'dashboard.refunds.heading',
  back: { path: '/payments', label: 'dashboard.payments.heading' },
  empty: 'dashboard.refunds.empty',
  filters: { payment_id: byId('dashboard.refunds.of_payment') },
  columns: [
    {
      label: 'dashboard.refunds.payment',
      kind: 'what',
      cell: ({ payment_id: id, note }, { t }) => ({
        text: t('dashboard.payments.payment', { id }),
        hint: note,
      }),
    },
    {
      label: 'order.amount',
      kind: 'money',
      cell: ({ amount, currency }, presenter) => presenter.money(amount, currency),
    },
    {
      label: 'portal.status',
      kind: 'state',
      cell: ({ status }, { t }) => ({ text: t(`dashboard.refunds.status_${status}`), tone: TONES[status] }),
    },
    {
      label: 'dashboard.refund.reason',
      kind: 'text',
      cell: ({ reason, failure_message: failure }, { t }) => ({
        text: reason ? t(`dashboard.refund.reason_${reason}`) : '',
        hint: failure,
      }),
    },
    { label: 'portal.date', kind: 'date', cell: ({ created_at: at }, presenter) => presenter.time(at) },
  ],
  csv: refundCsv,
  href: ({ payment_id: id }) => `/payments/${id}`,
} as const satisfies ListLook<RefundObject>
