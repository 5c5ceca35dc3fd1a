import { completeInvoice } from '../../invoices/complete-invoice.ts'
import type { Invoice } from '../../../db/models/invoice.ts'
import type { Payable } from './payable.ts'

/** A held invoice as something to pay. It has no end: whatever becomes of a payment, it stays open. */
export function payableInvoice(invoice: Invoice): Payable {
  return {
    type: 'invoice',
    id: invoice.id,
    row: invoice,
    amount: () => invoice.amount,
    wantsMoney: async () => invoice.status === 'open',
    begin: async (tx, activePaymentId) => {
      await invoice.update({ activePaymentId, updatedAt: tx.now }, { transaction: tx.transaction })
    },
    takeUp: async (tx, _scope, { id: activePaymentId }) => {
      await invoice.update({ activePaymentId, updatedAt: tx.now }, { transaction: tx.transaction })
      return true
    },
    wait: async (tx) => {
      await invoice.update({ updatedAt: tx.now }, { transaction: tx.transaction })
    },
    release: async (tx) => {
      await invoice.update({ activePaymentId: null, updatedAt: tx.now }, { transaction: tx.transaction })
    },
    complete: async (tx, scope, payment) => {
      if (!payment) throw new Error('an invoice is never free')
      await completeInvoice(tx, scope, invoice, payment)
    },
    turnAway: async () => undefined,
  }
}
