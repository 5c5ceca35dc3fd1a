import { formatAmount, formatShortDate } from '../../../common/kit/format.ts'
import { getMethod } from '../../../common/payments/methods/all.ts'
import { valuesOf } from '../../../common/payments/methods/settings.ts'
import { shortName } from '../../../common/text/short-name.ts'
import { type Translate, translate } from '../../../common/text/translate.ts'
import type { OrderView } from '../checkout/order.ts'
import { isLong } from '../kit/is-long.ts'
import { type Row, row } from '../kit/row.ts'
import type { Payable } from '../payable/state.ts'
import type { InvoicePageInput } from './page-input.ts'

/** What an invoice says besides: by when it is to be paid, and who owes it to whom since when. */
interface InvoiceOrderView extends OrderView {
  pill: { text: string; tone: 'bad' | 'plain'; hint: string | null } | null
  parties: Row[]
}

/** An invoice is one line: its number, what it is for, and by when it is to be paid. */
export function invoiceOrder(input: InvoicePageInput, status: Payable['status']): InvoiceOrderView {
  const { invoice, locale, project, now } = input
  const say = translate(locale)
  const total = formatAmount(invoice.amount, invoice.currency, locale)
  const due = new Date(invoice.due_date)
  const date = formatShortDate(due, project.timezone, locale)
  return {
    label: say(status === 'open' ? 'order.to_pay' : status === 'complete' ? 'order.paid' : 'order.amount', {
      shop: shortName(project),
    }),
    amount: total,
    long: isLong(total),
    fold: null,
    open: true,
    pill: dueOf(due, date, say, status, now),
    items: [
      {
        name: say('invoice.item', { number: invoice.number }),
        detail: invoice.description,
        amount: null,
        quantity: null,
      },
    ],
    parties: partiesOf(input),
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
  say: Translate,
  status: Payable['status'],
  now: Date,
): InvoiceOrderView['pill'] {
  if (status !== 'open') return null
  return due < now
    ? { text: say('invoice.was_due', { date }), tone: 'bad', hint: say('invoice.overdue') }
    : { text: say('invoice.due', { date }), tone: 'plain', hint: null }
}

/** Who sells to whom; a receipt says it in its own place. */
function partiesOf({ invoice, project, locale }: InvoicePageInput): Row[] {
  if (invoice.status === 'paid') return []
  const say = translate(locale)
  const { legalName, registrationNumber: number, address } = project
  const seller = [legalName ?? project.name, number && say('receipt.registration', { number }), address]
  return [
    ...row(say('invoice.date'), formatShortDate(new Date(invoice.created_at), project.timezone, locale)),
    ...row(say('invoice.from'), seller.filter(Boolean).join(', ')),
    ...row(say('invoice.to'), invoice.customer_email),
  ]
}

/** Where an open one is paid to, as it stands on paper: its number is what tells whose money has come. */
export function payToOf({ invoice, project, methods, locale }: InvoicePageInput): Row[] {
  const transfer = methods.map(getMethod).find(({ page }) => page.started(null).page === 'transfer')
  const account = transfer && valuesOf(project.paymentSettings, transfer, invoice.is_test)
  if (invoice.status !== 'open' || !account) return []
  const text = (field: string) => (typeof account[field] === 'string' ? account[field] : null)
  const say = translate(locale)
  return [
    ...row(say('transfer.bank'), text('bank_name')),
    ...row(say('transfer.account'), text('account_number')),
    ...row(say('transfer.holder'), text('account_holder')),
    ...row(say('transfer.amount'), formatAmount(invoice.amount, invoice.currency, locale)),
    ...row(say('transfer.reference'), invoice.number),
  ]
}
