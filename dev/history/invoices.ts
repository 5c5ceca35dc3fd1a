import { invoiceNumber } from '../../common/domain/invoices/finalize.ts'
import { DAY, later } from '../../common/kit/time.ts'
import { invoicesTable } from '../../common/services/invoices/invoices-table.ts'
import { depositsTable } from '../../common/services/payments/deposits-table.ts'
import { paymentsTable } from '../../common/services/payments/payments-table.ts'
import type { NewRow } from '../../db/define-table.ts'
import type { Tx } from '../../db/transaction.ts'
import { insertAll } from './insert.ts'
import type { Shop } from './shop.ts'

const CAFES = ['cafe@example.com', 'hotel@example.com', 'office@example.com']
const MONTHS = 12

/** An invoice with the time of its payment, if it is paid. */
export interface Invoiced {
  id: number
  paidAt: Date | null
  createdAt: Date
  isSent: boolean
}

/** Inserts an invoice for each month: the last ones are overdue, open, and a draft; one is void. */
export async function insertInvoices(tx: Tx, { scope }: Shop): Promise<Invoiced[]> {
  const { project } = scope
  const own = { project_id: project.id, is_test: true, currency: project.currency }
  const invoices = Array.from({ length: MONTHS }, (_, index): NewRow<typeof invoicesTable> => {
    const created = later(tx.now, (index - MONTHS) * 30 * DAY + 20 * DAY)
    const left = MONTHS - index
    const status = left === 1 ? 'draft' : left <= 3 ? 'open' : left === 7 ? 'void' : 'paid'
    const paidAt = status === 'paid' ? later(created, 5 * DAY) : null
    return {
      ...{
        ...own,
        token: `history${String(index).padStart(15, '0')}`,
        status,
        amount: 150_000 + index * 12_500,
      },
      ...{ description: 'Coffee beans for the café', customer_email: CAFES[index % CAFES.length]! },
      number: status === 'draft' ? null : invoiceNumber(project.invoicePrefix, index + 1),
      sequence: status === 'draft' ? null : index + 1,
      due_date:
        status === 'draft' ? null : later(left === 2 ? tx.now : created, left === 2 ? 9 * DAY : 14 * DAY),
      ...{ payment_method: paidAt && 'bank_transfer', paid_at: paidAt },
      receipt_number: paidAt && `R-H${String(index + 1).padStart(5, '0')}`,
      ...{ created_at: created, updated_at: paidAt ?? created },
    }
  })
  const ids = await insertAll(tx, invoicesTable, invoices)
  await tx.sql.run('INSERT INTO invoice_numbers (project_id, is_test, last) VALUES (?, TRUE, ?)', [
    ...[project.id, MONTHS - 1],
  ])
  const paid = invoices.flatMap((invoice, index) =>
    invoice.paid_at ? [{ ...invoice, id: ids[index]! }] : [],
  )
  const payments = paid.map(({ id, amount, paid_at, customer_email, created_at }) => ({
    ...{
      ...own,
      payable_type: 'invoice' as const,
      payable_id: id,
      method: 'bank_transfer',
      status: 'paid' as const,
    },
    ...{
      amount,
      amount_received: amount,
      paid_at: paid_at!,
      customer_email: customer_email!,
      verified_by: 'owner@demo.test',
    },
    ...{ created_at, updated_at: paid_at! },
  }))
  const paymentIds = await insertAll(tx, paymentsTable, payments)
  await insertAll(
    tx,
    depositsTable,
    payments.map(({ amount, updated_at }, index) => ({
      ...{ project_id: project.id, is_test: true, payment_id: paymentIds[index]!, amount },
      ...{ entered_by: 'owner@demo.test', created_at: updated_at },
    })),
  )
  return ids.map((id, index) => {
    const { paid_at: paidAt = null, created_at: createdAt, status } = invoices[index]!
    return { id, paidAt, createdAt, isSent: status !== 'draft' }
  })
}
