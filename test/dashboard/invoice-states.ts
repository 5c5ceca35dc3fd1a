import {
  type InvoiceForm,
  invoiceForm,
  type NewInvoice,
  newInvoiceForm,
} from '../../api/dashboard/invoices/form-view.ts'
import {
  invoiceDetail,
  invoiceList,
  type ListedInvoice,
  type ShownInvoice,
} from '../../api/dashboard/invoices/view.ts'
import { detailView } from '../../api/dashboard/kit/detail-view.ts'
import { readAsked } from '../../api/dashboard/kit/filters.ts'
import { formView } from '../../api/dashboard/kit/form-view.ts'
import { listView } from '../../api/dashboard/kit/list-view.ts'
import type { PageView } from '../../api/pages/kit/page-view.ts'
import { customer } from '../../common/domain/customers/object.ts'
import { invoice as shape, INVOICE_STATUSES } from '../../common/domain/invoices/object.ts'
import type { Locale } from '../../common/kit/languages.ts'
import { payment } from '../pages/view/fixtures.ts'
import { LONG } from '../portal/fixtures.ts'
import { inShop } from './in-shop.ts'

type State = (locale: Locale) => PageView

function invoice(changes: Partial<ListedInvoice> = {}): ListedInvoice {
  return { ...shape.like({ description: 'Зөвлөх үйлчилгээ' }), isOverdue: false, ...changes }
}

const NOW = new Date('2026-08-12T11:05:00Z')
const unsent = { sent_at: null, sent_to: null } as const
const justSent = { sent_at: '2026-08-12T11:04:00.000000Z', sent_to: 'saraa@example.com' } as const

/** The history of an invoice that was just emailed. */
function emailed(status: 'pending' | 'sent' | 'failed'): ShownInvoice['history'] {
  return [{ kind: 'email', at: NOW, email: 'invoice', recipient: justSent.sent_to, status }]
}

const LONG_ADDRESS = `saraa.${'a'.repeat(48)}@example.com`
const draft = { status: 'draft', number: null, url: null, ...unsent } as const

function list(items: ListedInvoice[], query: Record<string, string> = {}): State {
  const asked = readAsked(query, invoiceList.filters)
  return (locale) => listView(invoiceList, { ...inShop(locale), items, asked, hasMore: false, problem: null })
}

function detail(
  changes: Partial<ListedInvoice>,
  more: Partial<Parameters<typeof detailView<ShownInvoice>>[1]> = {},
  payments: ShownInvoice['payments'] = [],
  history: ShownInvoice['history'] = [{ kind: 'event', at: NOW, id: 501, type: 'invoice.paid' }],
  isDueGiven = true,
): State {
  const item = {
    ...{ invoice: invoice(changes), customer: 'Бат-Эрдэнийн Сарантуяа', language: 'mn', payments },
    ...{ history, now: NOW, isDueGiven },
  } satisfies ShownInvoice
  return (locale) => detailView(invoiceDetail, { ...inShop(locale), item, typed: {}, errors: {}, ...more })
}

function form(
  item: NewInvoice,
  typed: Record<string, string> = {},
  errors: Record<string, string> = {},
): State {
  return (locale) =>
    formView(newInvoiceForm, {
      ...{ ...inShop(locale), item, typed, errors, formKey: 'k3y' },
      errorParams: { amount: { example: '₮25,000' } },
    })
}

function change(
  item: Partial<InvoiceForm> = {},
  typed: Record<string, string> = {},
  errors: Record<string, string> = {},
): State {
  const whole = {
    ...{
      invoice: invoice({ ...draft, due_date: '2026-08-20T15:59:59.000000Z' }),
      isDueGiven: true,
      now: NOW,
    },
    ...{ customer: 'Бат-Эрдэнийн Сарантуяа', keepsCustomer: false },
    ...item,
  }
  return (locale) =>
    formView(invoiceForm, {
      ...{ ...inShop(locale), item: whole, typed, errors, formKey: 'k3y' },
      errorParams: { amount: { example: '₮25,000' } },
    })
}

/** The pages of the invoices. */
export const invoiceStates: Record<string, State> = {
  'dashboard-invoices': list([
    invoice({ id: 25, isOverdue: true }),
    ...INVOICE_STATUSES.map((status, at) =>
      invoice({ id: 24 - at, ...(status === 'draft' ? draft : { status }) }),
    ),
    invoice({ id: 20, description: LONG, amount: 999_999_999_999 }),
  ]),
  'dashboard-invoices-empty': list([]),
  'dashboard-invoices-overdue': list([], { overdue: 'yes' }),
  'dashboard-invoice': detail({}, {}, [payment()]),
  'dashboard-invoice-unsent': detail(unsent),
  'dashboard-invoice-just-sent': detail(justSent, {}, [], emailed('pending')),
  'dashboard-invoice-not-delivered': detail(justSent, {}, [], emailed('failed')),
  'dashboard-invoice-moved': detail({ customer_email: LONG_ADDRESS }),
  'dashboard-invoice-no-address': detail({ ...unsent, customer_email: null }),
  'dashboard-invoice-overdue': detail({ isOverdue: true, description: LONG }),
  'dashboard-invoice-draft': detail(draft),
  'dashboard-invoice-draft-early': detail({ ...draft, due_date: '2026-08-20T15:59:59.000000Z' }),
  'dashboard-invoice-draft-no-due': detail(draft, {}, [], [], false),
  'dashboard-invoice-void': detail({ status: 'void' }, { role: 'viewer' }),
  'dashboard-invoice-changed': detail(
    {},
    { typed: { action: 'void' }, errors: { '': 'errors.invoice_changed' } },
  ),
  'dashboard-invoice-form': form({ customer: null, now: NOW }),
  'dashboard-invoice-form-known': form({
    customer: customer.like({ name: 'Бат-Эрдэнийн Сарантуяа' }),
    now: NOW,
  }),
  'dashboard-invoice-form-wrong': form(
    { customer: null, now: NOW },
    { amount: 'найман мянга', customer_email: 'saraa@' },
    { amount: 'errors.sum_unreadable', customer_email: 'errors.email_invalid' },
  ),
  'dashboard-invoice-draft-change': change(),
  'dashboard-invoice-draft-change-lines': change({
    ...{ invoice: invoice({ ...draft, customer_email: null, description: `${LONG}\n${LONG}` }) },
    ...{ isDueGiven: false, keepsCustomer: true },
  }),
  'dashboard-invoice-draft-change-wrong': change(
    { customer: null, now: NOW },
    { amount: 'найман мянга', customer_email: 'saraa@', due: '2026-08-01' },
    {
      ...{ amount: 'errors.sum_unreadable', customer_email: 'errors.email_invalid' },
      due: 'errors.invoice_due',
    },
  ),
  'dashboard-invoice-draft-change-opened': change({}, { amount: '5' }, { '': 'errors.invoice_opened' }),
}

/** Pages that only differ by a sentence from those above. */
export const rareInvoiceStates: State[] = [
  list([], { customer_id: '7' }),
  form({ customer: null, now: NOW }, {}, { due: 'errors.invoice_due' }),
  detail(justSent, {}, [], emailed('sent')),
  detail({ ...unsent, customer_email: null }, { role: 'viewer' }),
  detail(
    {},
    {
      ...{ typed: { action: 'send' }, errors: { '': 'errors.invoice_email_limit' } },
      errorParams: { '': { time: '12 Aug 2026, 19:04' } },
    },
  ),
]
