import { formatAmount, formatDate } from '../../../common/kit/format.ts'
import { shortName } from '../../../common/text/short-name.ts'
import { translate } from '../../../common/text/translate.ts'
import type { OrderView } from '../checkout/order.ts'
import { isLong } from '../kit/is-long.ts'
import type { Payable } from '../payable/state.ts'
import type { InvoicePageInput } from './page-input.ts'

/** An invoice is one line: its number, what it is for, and by when it is to be paid. */
export function invoiceOrder(
  { invoice, locale, project, now }: InvoicePageInput,
  status: Payable['status'],
): OrderView {
  const say = translate(locale)
  const total = formatAmount(invoice.amount, invoice.currency, locale)
  const due = new Date(invoice.due_date)
  const date = formatDate(due, project.timezone, locale)
  return {
    label: say(status === 'open' ? 'order.to_pay' : status === 'complete' ? 'order.paid' : 'order.amount', {
      shop: shortName(project),
    }),
    amount: total,
    long: isLong(total),
    fold: null,
    open: true,
    items: [
      {
        name: say('invoice.item', { number: invoice.number }),
        detail: invoice.description,
        amount: null,
        quantity: null,
      },
    ],
    deductions: [],
    subtotal: total,
    total,
    bare: status !== 'complete',
    terms: status === 'open' ? say(due < now ? 'invoice.overdue' : 'invoice.due', { date }) : null,
    editable: false,
    code: null,
  }
}
