import { save } from '../../../../db/save.ts'
import { completeInvoice } from '../../invoices/complete.ts'
import type { Invoice } from '../../invoices/invoices-table.ts'
import type { Payable } from './payable.ts'

/** Returns a locked invoice as a payable. It does not expire: it stays open until it is paid. */
export function payableInvoice(invoice: Invoice): Payable {
  return {
    type: 'invoice',
    id: invoice.id,
    row: invoice,
    amount: () => invoice.amount,
    isClosed: () => false,
    isPayable: async () => invoice.status === 'open',
    begin: async (tx, activePaymentId) => {
      await save(tx, invoice, { activePaymentId })
    },
    resume: async (tx, _scope, { id: activePaymentId }) => {
      await save(tx, invoice, { activePaymentId })
      return true
    },
    acceptMoney: async (tx, _scope, payment) => {
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
    close: async () => undefined,
  }
}
