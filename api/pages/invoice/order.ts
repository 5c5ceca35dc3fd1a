import { formatAmount, formatDate } from '../../../common/kit/format.ts'
import { getMethod, manualSentence } from '../../../common/methods/all.ts'
import { valuesOf } from '../../../common/methods/settings.ts'
import { shortName } from '../../../common/services/text/names.ts'
import { type Translate, translate } from '../../../common/services/text/translate.ts'
import type { OrderView } from '../checkout/order.ts'
import { isLong, isLongest } from '../kit/is-long.ts'
import { type Row, row } from '../kit/row.ts'
import { type PaperView, partiesOf, type Party } from '../payable/paper.ts'
import type { Payable } from '../payable/state.ts'
import type { InvoicePageInput } from './page-input.ts'

/** The order of an invoice, with its number, due date and parties. */
export interface InvoiceOrderView extends OrderView {
  /** The invoice number, shown next to the due date; null if the item's line contains it. */
  title: string | null
  /** The invoice date, shown next to the number; null if it is shown below with a label. */
  date: string | null
  pill: { text: string; tone: 'bad' | 'plain'; hint: string | null } | null
  parties: Party[]
}

/** Returns the order of an invoice, which has one line. `begun`: a payment has begun, so the order is shown smaller. */
export function invoiceOrder(
  input: InvoicePageInput,
  status: Payable['status'],
  begun: boolean,
): InvoiceOrderView {
  const { invoice, locale, project, now } = input
  const t = translate(locale)
  const total = formatAmount(invoice.amount, invoice.currency, locale)
  const due = new Date(invoice.due_date)
  const date = formatDate(due, project.timezone, locale)
  const number = t('invoice.item', { number: invoice.number })
  const isTitled = !begun && invoice.description !== null
  const isDated = isTitled && status === 'open'
  const written = { label: t('invoice.date'), lines: [dateOf(input)] }
  return {
    title: isTitled ? number : null,
    date: isDated ? dateOf(input) : null,
    label: t(status === 'open' ? 'order.to_pay' : status === 'complete' ? 'order.paid' : 'order.amount', {
      shop: shortName(project),
    }),
    amount: total,
    long: isLong(total),
    longest: isLongest(total),
    fold: null,
    open: true,
    pill: dueOf(due, date, t, status, now),
    items: [
      {
        name: isTitled ? invoice.description! : number,
        detail: isTitled ? null : invoice.description,
        amount: null,
        quantity: null,
      },
    ],
    // A receipt shows the parties itself.
    parties:
      invoice.status === 'paid'
        ? []
        : [...partiesOf(project, invoice.customer_email, locale), ...(isDated ? [] : [written])],
    deductions: [],
    subtotal: total,
    total,
    bare: status !== 'complete',
    terms: null,
    editable: false,
    code: null,
  }
}

function dueOf(
  due: Date,
  date: string,
  t: Translate,
  status: Payable['status'],
  now: Date,
): InvoiceOrderView['pill'] {
  if (status !== 'open') return null
  return due < now
    ? { text: t('invoice.was_due', { date }), tone: 'bad', hint: t('invoice.overdue') }
    : { text: t('invoice.due', { date }), tone: 'plain', hint: null }
}

function dateOf({ invoice, project, locale }: InvoicePageInput): string {
  return formatDate(new Date(invoice.created_at), project.timezone, locale)
}

/** Returns the head of a printed invoice. */
export function invoicePaper(input: InvoicePageInput, { pill }: InvoiceOrderView): PaperView {
  const { invoice, project, locale } = input
  const date = dateOf(input)
  return {
    title: translate(locale)('invoice.item', { number: invoice.number }),
    dates: pill ? [date, pill.text] : [date],
    parties: partiesOf(project, invoice.customer_email, locale),
  }
}

/** Returns the account of a printed open invoice. The reference is its number, which identifies the transfer. */
export function payToOf({ invoice, project, methods, locale }: InvoicePageInput): Row[] {
  const method = methods.map(getMethod).find(({ attempt }) => attempt.manual?.report?.account)
  const values = method && valuesOf(project.paymentSettings, method, invoice.is_test)
  const account = values && method.attempt.manual?.report?.account?.(values)
  if (invoice.status !== 'open' || !account) return []
  const t = translate(locale)
  return [
    ...row(t('account.bank'), account.bankName),
    ...row(t('account.number'), account.accountNumber),
    ...row(t('account.holder'), account.accountHolder),
    ...row(
      t(manualSentence(method.name, 'report_amount')),
      formatAmount(invoice.amount, invoice.currency, locale),
    ),
    ...row(t('account.reference'), invoice.number),
  ]
}
