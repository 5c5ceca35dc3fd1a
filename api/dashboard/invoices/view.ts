import { invoiceCsv } from '../../../common/domain/invoices/csv.ts'
import { nextEmailAt } from '../../../common/domain/invoices/email-limit.ts'
import { type InvoiceObject, type InvoiceStatus, isOpened } from '../../../common/domain/invoices/object.ts'
import { isOverdue } from '../../../common/domain/invoices/overdue.ts'
import type { PaymentObject } from '../../../common/domain/payments/object.ts'
import type { Locale } from '../../../common/kit/languages.ts'
import type { HistoryEntry } from '../../../common/services/history/find.ts'
import { type Row, row } from '../../pages/kit/row.ts'
import { customerColumn, withoutCustomer } from '../kit/columns.ts'
import type { Button, Detail, DetailDefinition, PageLink } from '../kit/detail-view.ts'
import { byId, chips, menu } from '../kit/filters.ts'
import { timelineOf } from '../kit/history.ts'
import type { ListDefinition } from '../kit/list-view.ts'
import type { Presenter } from '../kit/presenter.ts'
import { type Column, tableOf, type Tone } from '../kit/table.ts'
import { paymentColumns, paymentPath } from '../payments/view.ts'
import { linkToSend } from '../selling/link-to-send.ts'

const TONES: Record<InvoiceStatus, Tone> = {
  draft: 'neutral',
  open: 'open',
  paid: 'good',
  void: 'neutral',
}

/** An invoice, and whether it is open after its due date. */
export type ListedInvoice = InvoiceObject & { isOverdue: boolean }

/** Adds whether an invoice is overdue at a time. */
export function withOverdue(invoice: InvoiceObject, now: Date): ListedInvoice {
  return { ...invoice, isOverdue: isOverdue(invoice, now) }
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

/** The columns of every table of invoices. */
export const invoiceColumns: readonly Column<ListedInvoice>[] = [
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
  {
    label: 'dashboard.invoices.due',
    kind: 'date',
    cell: ({ due_date: due, isOverdue: isLate }, presenter) => ({ text: presenter.date(due), isLate }),
  },
  customerColumn(({ customer_email: email }) => email),
]

/** The statuses in the order in which merchants look for them. */
const IN_ORDER: readonly InvoiceStatus[] = ['open', 'draft', 'paid', 'void']

/** The list of invoices. */
export const invoiceList = {
  path: '/invoices',
  state: 'dashboard_invoices',
  heading: 'dashboard.customers.invoices',
  empty: 'dashboard.invoices.empty',
  searchField: { label: 'dashboard.invoices.search', hint: 'dashboard.invoices.search_hint' },
  elsewhere: { path: '/payments', heading: 'dashboard.payments.heading' },
  filters: {
    status: chips('portal.status', IN_ORDER, (status, t) => t(`dashboard.customers.invoice_${status}`)),
    overdue: {
      ...menu('dashboard.invoices.due', ['yes'], (_yes, t) => t('dashboard.invoices.is_overdue')),
      chipAfter: 'open',
    },
    customer_id: byId('customer'),
  },
  columns: invoiceColumns,
  sum: { label: 'dashboard.invoices.sum', of: ({ status, amount }) => (status === 'open' ? amount : null) },
  csv: invoiceCsv,
  links: [{ path: '/invoices/new', label: 'dashboard.new_invoice.heading', needs: 'operate' }],
  href: invoicePath,
} as const satisfies ListDefinition<ListedInvoice>

export interface ShownInvoice {
  invoice: ListedInvoice
  /** The name of the customer; null without a customer. */
  customer: string | null
  /** The language of a message to the customer: theirs if it is known, else the member's. */
  language: Locale
  /** Whether its due date was given. Otherwise it is set when the draft opens. */
  isDueGiven: boolean
  payments: readonly PaymentObject[]
  history: readonly HistoryEntry[]
  now: Date
}

/** The page of an invoice. */
export const invoiceDetail = {
  path: '/invoices/:id',
  state: 'dashboard_invoice',
  back: { path: '/invoices', label: 'dashboard.customers.invoices' },
  audited: 'invoice',
  links: linksOf,
  isAwaited: ({ invoice }) => invoice.status === 'open',
  show: (shown, presenter) => {
    const { invoice, customer, language, payments, history } = shown
    const { t } = presenter
    const { amount, currency, status, created_at: at } = invoice
    return {
      heading: t('dashboard.invoices.title', {
        amount: presenter.money(amount, currency),
        number: invoice.number ?? t('dashboard.invoices.draft', { id: invoice.id }),
      }),
      status: invoiceStatus(invoice, presenter),
      notice: draftNotice(shown, presenter) ?? emailNotice(shown, presenter),
      facts: [
        ...row(
          t('decide.payer'),
          customer,
          invoice.customer_id === null ? null : presenter.page(`/customers/${invoice.customer_id}`),
        ),
        ...addressRow(shown, presenter),
        ...presenter.timeRow(t('dashboard.invoices.sent_at'), invoice.sent_at),
        ...row(
          t('dashboard.invoices.sent_to'),
          invoice.sent_to === invoice.customer_email ? null : invoice.sent_to,
        ),
        ...row(t('invoice.description'), invoice.description),
        ...row(t('receipt.order'), invoice.client_reference_id),
        ...dueRow(shown, presenter),
        ...presenter.timeRow(t('dashboard.checkouts.paid_at'), invoice.paid_at),
        ...row(t('dashboard.invoices.receipt'), invoice.receipt_number),
      ],
      sections: [
        ...(status === 'open' && isOpened(invoice)
          ? [
              // It is usually sent by email.
              linkToSend(invoice, language, presenter, null, { isFolded: invoice.customer_email !== null }),
            ]
          : []),
        {
          heading: t('dashboard.payments.heading'),
          table: tableOf(payments, withoutCustomer(paymentColumns), presenter, {
            ...{ label: t('dashboard.payments.heading'), href: paymentPath },
          }),
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
      button: (shown, presenter) =>
        shown.invoice.status === 'draft'
          ? {
              ...{
                label: presenter.t('dashboard.invoices.finalize'),
                isPrimary: draftNotice(shown, presenter) === null,
              },
              hint: presenter.t('dashboard.invoices.finalize_hint'),
            }
          : null,
    },
    send: { needs: 'operate', button: sendButton },
    delete: {
      needs: 'operate',
      isLast: true,
      isDanger: true,
      button: ({ invoice }, { t }) =>
        invoice.status === 'draft'
          ? {
              ...{ label: t('dashboard.invoices.delete'), hint: t('dashboard.invoices.delete_hint') },
              unfolds: true,
            }
          : null,
    },
    void: {
      needs: 'operate',
      isLast: true,
      isDanger: true,
      button: ({ invoice }, { t }) =>
        invoice.status === 'open'
          ? {
              ...{ label: t('dashboard.invoices.void'), hint: t('dashboard.invoices.void_hint') },
              unfolds: true,
            }
          : null,
    },
  },
} as const satisfies DetailDefinition<ShownInvoice>

/** Returns the pages next to the heading. The one that corrects what a notice is about is the next step. */
function linksOf(shown: ShownInvoice, presenter: Presenter): PageLink[] {
  const { t } = presenter
  const { invoice, customer } = shown
  const link = (path: string, label: string, isNext: boolean): PageLink[] => [
    { path, label, needs: 'operate', ...(isNext && { isPrimary: true }) },
  ]
  if (invoice.status === 'draft') {
    const isNext = draftNotice(shown, presenter) !== null
    return link(`/invoices/${invoice.id}/edit`, t('dashboard.detail.edit'), isNext)
  }
  const isWrong = emailNotice(shown, presenter)?.isGood === false
  if (!isWrong || customer === null) return []
  return link(`/customers/${invoice.customer_id}/edit`, t('dashboard.invoices.correct_address'), true)
}

/** Returns when it is due. Without a given date, a draft is due a day after it opens. */
function dueRow({ invoice, isDueGiven }: ShownInvoice, presenter: Presenter): Row[] {
  const label = presenter.t('dashboard.invoices.due')
  return invoice.status === 'draft' && !isDueGiven
    ? row(label, presenter.t('dashboard.invoices.due_later'))
    : presenter.timeRow(label, invoice.due_date)
}

/** Returns the address to which the invoice is emailed. If an open one has none, says what to do instead. */
function addressRow({ invoice, customer }: ShownInvoice, presenter: Presenter): Row[] {
  const { t } = presenter
  const { customer_email: email, customer_id: customerId, status } = invoice
  const label = t('pay.email')
  if (email !== null || status !== 'open') return row(label, email)
  return customer !== null && presenter.may('operate')
    ? row(label, t('dashboard.invoices.no_address_yet'), presenter.page(`/customers/${customerId}/edit`))
    : row(label, t('dashboard.invoices.no_address'))
}

/** Returns the button that emails an open invoice; null while it cannot be emailed. */
function sendButton({ invoice, payments, now }: ShownInvoice, { t }: Presenter): Button | null {
  const { status, customer_email: email, sent_at: sentAt } = invoice
  const isReported = payments.some((payment) => payment.status === 'pending')
  if (status !== 'open' || email === null || isReported || nextEmailAt(invoice, [], now)) return null
  const again = invoice.isOverdue ? 'dashboard.invoices.send_reminder' : 'dashboard.invoices.send_again'
  return {
    label: t(sentAt === null ? 'dashboard.invoices.send' : again),
    busy: t('dashboard.invoices.send_busy'),
    isPrimary: true,
    hint: t('dashboard.invoices.send_to', { email }),
    hidden: { sent_at: sentAt ?? '' },
  }
}

/** Returns a warning if a draft is due before it opens. */
function draftNotice(
  { invoice, isDueGiven, now }: ShownInvoice,
  { t }: Presenter,
): NonNullable<Detail['notice']> | null {
  const { status, due_date: due } = invoice
  if (status !== 'draft' || !isDueGiven || new Date(due) > now) return null
  return { text: t('dashboard.invoices.draft_past_due'), isGood: false }
}

/** Returns what became of the last email of an open invoice: a failure until the address changes, a success for an hour. */
function emailNotice(
  { invoice, history, now }: ShownInvoice,
  presenter: Presenter,
): NonNullable<Detail['notice']> | null {
  const { t } = presenter
  const { status, customer_email: email } = invoice
  if (status !== 'open' || email === null || email !== invoice.sent_to) return null
  const last = history.findLast((entry) => entry.kind === 'email' && entry.email === 'invoice')
  const outcome = last?.kind === 'email' ? last.status : 'sent'
  if (outcome === 'failed') return { text: t('dashboard.invoices.not_delivered', { email }), isGood: false }
  const next = nextEmailAt(invoice, [], now)
  const sentence = outcome === 'pending' ? 'dashboard.invoices.is_pending' : 'dashboard.invoices.is_sent'
  return next && { text: t(sentence, { email, time: presenter.time(next) }), isGood: true }
}
