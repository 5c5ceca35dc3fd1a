import { save } from '../../../../db/save.ts'
import { completeInvoice } from '../../invoices/complete.ts'
import type { Invoice } from '../../invoices/invoices-table.ts'
import type { Payable } from './payable.ts'

/** A locked invoice as something to pay. It has no end: whatever becomes of a payment, it stays open. */
export function payableInvoice(invoice: Invoice): Payable {
  return {
    type: 'invoice',
    id: invoice.id,
    row: invoice,
    amount: () => invoice.amount,
    isClosed: () => false,
    wantsMoney: async () => invoice.status === 'open',
    begin: async (tx, activePaymentId) => {
      await save(tx, invoice, { activePaymentId })
    },
    takeUp: async (tx, _scope, { id: activePaymentId }) => {
      await save(tx, invoice, { activePaymentId })
      return true
    },
    takeMoney: async (tx, _scope, payment) => {
      if (invoice.status !== 'open') return false
      await save(tx, invoice, { activePaymentId: payment.id })
      return true
    },
    wait: async (tx) => {
      await save(tx, invoice, {})
    },
    release: async (tx) => {
      await save(tx, invoice, { activePaymentId: null })
    },
    complete: async (tx, scope, payment) => {
      if (!payment) throw new Error('an invoice is never free')
      await completeInvoice(tx, scope, invoice, payment)
    },
    followRefunds: async () => undefined,
    turnAway: async () => undefined,
  }
}
