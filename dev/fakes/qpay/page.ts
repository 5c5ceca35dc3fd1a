import { escape, page } from '../../inbox-pages.ts'
import type { Invoice } from './invoice.ts'

/** The buttons of an invoice: actions of a customer in a banking app. */
const ACTIONS = {
  pay: 'Pay',
  card: 'Pay by card',
  quietly: 'Pay, without a callback',
  part: 'Pay half',
  twice: 'Pay twice',
  fail: 'Fail',
  hint: 'Send the callback again',
}

/** Returns the page that replaces a customer's banking app, with the newest invoice first. */
export function controlPage(invoices: readonly Invoice[]): string {
  const list = invoices
    .toReversed()
    .map(({ id, amount, status, request, rows }) => {
      const buttons = Object.entries(ACTIONS).map(
        ([action, label]) => `<button name="action" value="${action}">${label}</button>`,
      )
      const paid = rows.map(({ payment_status: is, payment_amount: sum }) => `${is} ${sum}`).join(', ')
      const description = `${String(request.sender_invoice_no)}: ${String(request.invoice_description)}`
      return `<section><h2>${amount.toLocaleString('en')} MNT <small>${status}</small></h2><p>${escape(description)}</p>
<p>${paid}</p><form method="post" action="/"><input type="hidden" name="invoice" value="${id}">${buttons.join(' ')}</form></section>`
    })
    .join('')
  return page(
    'Fake QPay',
    `<h1>Fake QPay</h1><p>No real money moves. Press what a customer does in a banking app; the page of the order follows.
You can pay a canceled invoice too, like a customer who is late.</p>
${list || '<p>No invoices yet. Choose QPay on the page of an order.</p>'}`,
  )
}
