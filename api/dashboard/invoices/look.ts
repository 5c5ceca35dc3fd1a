import { invoiceCsv } from '../../../common/domain/invoices/csv.ts'
import {
  INVOICE_STATUSES,
  type InvoiceObject,
  type InvoiceStatus,
  isOpened,
} from '../../../common/domain/invoices/object.ts'
import type { PaymentObject } from '../../../common/domain/payments/object.ts'
import type { Locale } from '../../../common/kit/languages.ts'
import type { HistoryEntry } from '../../../common/services/history/find.ts'
import { row, timeRow } from '../../pages/kit/row.ts'
import type { DetailLook } from '../kit/detail-view.ts'
import { byId, menu } from '../kit/filters.ts'
import { timelineOf } from '../kit/history.ts'
import type { ListLook } from '../kit/list-view.ts'
import type { Presenter } from '../kit/presenter.ts'
import { type Column, tableOf, type Tone } from '../kit/table.ts'
import { paymentColumns, paymentPath } from '../payments/look.ts'
import { linkToSend } from '../selling/link-to-send.ts'

const TONES: Record<InvoiceStatus, Tone> = {
  draft: 'neutral',
  open: 'neutral',
  paid: 'good',
  void: 'neutral',
}

/** An invoice, and whether it is open after its due date. */
export type ListedInvoice = InvoiceObject & { isOverdue: boolean }

/** Adds whether an invoice is overdue at a time. */
export function withOverdue(invoice: InvoiceObject, now: Date): ListedInvoice {
  const { status, due_date: due } = invoice
  return { ...invoice, isOverdue: status === 'open' && new Date(due) < now }
}

/** Returns the status of an invoice in words. */
export function invoiceStatus(
  { status, isOverdue }: ListedInvoice,
  { t }: Presenter,
): { text: string; tone: Tone } {
  return isOverdue
    ? { text: t('dashboard.invoices.is_overdue'), tone: 'bad' }
    : { text: t(`dashboard.customers.invoice_${status}`), tone: TONES[status] }
}

/** Returns the path of an invoice's page. */
export function invoicePath({ id }: { id: number }): string {
  return `/invoices/${id}`
}

const columns: readonly Column<ListedInvoice>[] = [
  {
    label: 'dashboard.customers.invoice',
    kind: 'what',
    cell: (invoice, { t }) => ({
      text: invoice.number ?? t('dashboard.invoices.draft', { id: invoice.id }),
      hint: invoice.description,
    }),
  },
  {
    label: 'order.amount',
    kind: 'money',
    cell: ({ amount, currency }, presenter) => presenter.money(amount, currency),
  },
  { label: 'portal.status', kind: 'state', cell: invoiceStatus },
  { label: 'pay.email', kind: 'text', cell: ({ customer_email: email }) => email },
  {
    label: 'dashboard.invoices.due',
    kind: 'date',
    cell: ({ due_date: due }, presenter) => presenter.date(due),
  },
]

/** The list of invoices. */
export const invoiceList = {
  path: '/invoices',
  state: 'dashboard_invoices',
  heading: 'dashboard.customers.invoices',
  empty: 'dashboard.invoices.empty',
  searchLabel: 'dashboard.invoices.search',
  filters: {
    status: menu('portal.status', INVOICE_STATUSES, (status, t) =>
      t(`dashboard.customers.invoice_${status}`),
    ),
    overdue: menu('dashboard.invoices.due', ['yes'], (_yes, t) => t('dashboard.invoices.is_overdue')),
    customer_id: byId('dashboard.invoices.of_customer'),
  },
  columns,
  csv: invoiceCsv,
  links: [{ path: '/invoices/new', label: 'dashboard.new_invoice.heading', needs: 'operate' }],
  href: invoicePath,
} as const satisfies ListLook<ListedInvoice>

export interface ShownInvoice {
  invoice: ListedInvoice
  /** The name of the customer; null without a customer. */
  customer: string | null
  /** The language of a message to the customer. */
  language: Locale
  payments: readonly PaymentObject[]
  history: readonly HistoryEntry[]
}

/** The page of an invoice. */
export const invoiceDetail = {
  path: '/invoices/:id',
  state: 'dashboard_invoice',
  back: { path: '/invoices', label: 'dashboard.customers.invoices' },
  audited: 'invoice',
  isAwaited: ({ invoice }) => invoice.status === 'open',
  show: ({ invoice, customer, language, payments, history }, presenter) => {
    const { t, input } = presenter
    const { amount, currency, status, created_at: at } = invoice
    return {
      heading: t('dashboard.invoices.title', {
        amount: presenter.money(amount, currency),
        number: invoice.number ?? t('dashboard.invoices.draft', { id: invoice.id }),
      }),
      status: invoiceStatus(invoice, presenter),
      facts: [
        ...row(
          t('decide.payer'),
          customer,
          invoice.customer_id === null ? null : presenter.page(`/customers/${invoice.customer_id}`),
        ),
        ...row(t('pay.email'), invoice.customer_email),
        ...row(t('invoice.description'), invoice.description),
        ...row(t('receipt.order'), invoice.client_reference_id),
        ...timeRow(t('dashboard.invoices.due'), invoice.due_date, input),
        ...timeRow(t('dashboard.checkouts.paid_at'), invoice.paid_at, input),
        ...row(t('dashboard.invoices.receipt'), invoice.receipt_number),
      ],
      sections: [
        ...(status === 'open' && isOpened(invoice) ? [linkToSend(invoice, language, presenter)] : []),
        {
          heading: t('dashboard.payments.heading'),
          table: tableOf(payments, paymentColumns, presenter, {
            ...{ label: t('dashboard.payments.heading'), href: paymentPath },
          }),
          none: t('dashboard.invoices.no_payments'),
        },
        {
          heading: t('dashboard.history.heading'),
          timeline: timelineOf([{ at, text: t('dashboard.history.invoice_created') }], history, presenter),
        },
      ],
    }
  },
  actions: {
    finalize: {
      needs: 'operate',
      button: ({ invoice }, { t }) =>
        invoice.status === 'draft'
          ? {
              ...{ label: t('dashboard.invoices.finalize'), isPrimary: true },
              hint: t('dashboard.invoices.finalize_hint'),
            }
          : null,
    },
    delete: {
      needs: 'operate',
      isLast: true,
      button: ({ invoice }, { t }) =>
        invoice.status === 'draft'
          ? { label: t('dashboard.invoices.delete'), hint: t('dashboard.invoices.delete_hint') }
          : null,
    },
    void: {
      needs: 'operate',
      isLast: true,
      button: ({ invoice }, { t }) =>
        invoice.status === 'open'
          ? { label: t('dashboard.invoices.void'), hint: t('dashboard.invoices.void_hint') }
          : null,
    },
  },
} as const satisfies DetailLook<ShownInvoice>
