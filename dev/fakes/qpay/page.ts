import { escape, page } from '../../inbox-pages.ts'
import type { Invoice } from './invoice.ts'

/** What can be pressed for an invoice, and what a customer would have done. */
const ACTIONS = {
  pay: 'Pay',
  card: 'Pay by card',
  quietly: 'Pay, and tell nobody',
  part: 'Pay a half',
  twice: 'Pay twice',
  fail: 'Fail',
  hint: 'Tell again',
}

/** Stands for the bank's app of a customer: the newest invoice first. */
export function controlPage(invoices: readonly Invoice[]): string {
  const list = invoices
    .toReversed()
    .map(({ id, amount, status, asked, rows }) => {
      const buttons = Object.entries(ACTIONS).map(
        ([action, label]) => `<button name="action" value="${action}">${label}</button>`,
      )
      const paid = rows.map(({ payment_status: is, payment_amount: sum }) => `${is} ${sum}`).join(', ')
      const what = `${String(asked.sender_invoice_no)}: ${String(asked.invoice_description)}`
      return `<section><h2>${amount.toLocaleString('en')} MNT <small>${status}</small></h2><p>${escape(what)}</p>
<p>${paid}</p><form method="post" action="/"><input type="hidden" name="invoice" value="${id}">${buttons.join(' ')}</form></section>`
    })
    .join('')
  return page(
    'A QPay to try with',
    `<h1>A QPay to try with</h1><p>Nothing here is money. Press what a customer does in the app of their bank; the page of the
order follows. An invoice that was canceled can be paid too: that is a customer who was late.</p>
${list || '<p>There is no invoice yet: choose QPay on the page of an order.</p>'}`,
  )
}
