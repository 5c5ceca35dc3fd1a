import { find } from '../../../db/save.ts'
import { TryAgain, type Tx } from '../../../db/transaction.ts'
import { Refusal } from '../../kit/refusal.ts'
import { lockCustomer } from '../customers/lock.ts'
import type { Scope } from '../projects/project.ts'
import { enterClock } from '../test-clocks/enter-clock.ts'
import { Invoice } from './invoices-table.ts'

/**
 * Locks an invoice of this project and mode until the transaction ends. Every change of an invoice goes through here.
 * `withCustomer` locks its customer first, if it has one; `nextCustomer` is also locked then. Throws a 404 if there is no such
 * invoice.
 */
export async function lockInvoice(
  tx: Tx,
  scope: Scope,
  id: number,
  {
    withCustomer = false,
    nextCustomer,
  }: { withCustomer?: boolean; nextCustomer?: number | null | undefined } = {},
): Promise<Invoice> {
  const seen = await find(tx.sql, Invoice, { id, projectId: scope.project.id, isTest: scope.isTest })
  await enterClock(tx, seen?.testClockId ?? null)
  if (withCustomer && seen) {
    const customers = new Set([seen.customerId, nextCustomer].filter((one) => one != null))
    // In one order, so that two changes do not wait for each other.
    for (const one of [...customers].sort((a, b) => a - b)) await lockCustomer(tx, scope, one)
  }
  const invoice = seen && (await find(tx.sql, Invoice, { id }, { lock: true }))
  if (!invoice) throw new Refusal({ code: 'not_found', params: { what: 'invoice' } })
  // A draft got another customer before it was locked.
  if (withCustomer && invoice.customerId !== seen.customerId) throw new TryAgain()
  return invoice
}
