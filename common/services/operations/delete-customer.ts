import { erasedColumns } from '../../../db/define-table.ts'
import { update } from '../../../db/rows.ts'
import type { ModelTx } from '../../../db/transaction.ts'
import type { DeletedObject } from '../../kit/deleted.ts'
import { Refusal } from '../../kit/refusal.ts'
import { iso } from '../../kit/time.ts'
import { Checkout } from '../checkouts/checkouts-table.ts'
import { customersTable } from '../customers/customers-table.ts'
import { lockCustomerRow } from '../customers/lock.ts'
import { eraseCustomerTraces } from '../erasures/begin.ts'
import { eraseShown } from '../erasures/of-customer.ts'
import type { Scope } from '../projects/project.ts'
import { closeCheckouts } from '../subscriptions/close-checkouts.ts'
import { Hold } from '../subscriptions/holds-table.ts'

/**
 * Deletes a customer: their personal data is erased and their orders can no longer be paid. Records of money stay,
 * without a name. Throws 409 while the customer has a subscription, or a pending payment waits. Takes only a few
 * statements; timers erase data in further rows later.
 */
export async function deleteCustomer(tx: ModelTx, scope: Scope, id: number): Promise<DeletedObject> {
  await lockCustomerRow(tx, scope, id)
  const { transaction } = tx
  const own = { projectId: scope.project.id, isTest: scope.isTest, customerId: id }
  if (await Hold.findOne({ where: own, transaction }))
    throw new Refusal({ code: 'customer_has_subscription' })
  if (await hasPendingPayment(tx, id)) throw new Refusal({ code: 'customer_has_pending_payment' })
  const open = await Checkout.findAll({
    attributes: ['id'],
    where: { ...own, status: 'open', closedBy: null },
    order: ['id'],
    transaction,
  })
  await closeCheckouts(
    tx,
    scope.project.id,
    open.map((checkout) => checkout.id),
    'erasure',
  )
  await eraseCustomerRow(tx, id)
  await eraseShown(tx, id)
  await eraseCustomerTraces(tx, scope, id)
  return { id, deleted_at: iso(tx.now) }
}

/**
 * Returns whether a pending payment waits. Includes ended checkouts, because the merchant has not decided about the
 * money.
 */
async function hasPendingPayment(tx: ModelTx, customerId: number): Promise<boolean> {
  const row = await tx.sql.row(
    `SELECT payment.id FROM checkouts payable JOIN payments payment
       ON payment.payable_type = 'checkout' AND payment.payable_id = payable.id AND payment.status = 'pending'
     WHERE payable.customer_id = ?
     UNION ALL SELECT payment.id FROM invoices payable JOIN payments payment
       ON payment.payable_type = 'invoice' AND payment.payable_id = payable.id AND payment.status = 'pending'
     WHERE payable.customer_id = ? LIMIT 1`,
    [customerId, customerId],
  )
  return row !== undefined
}

/** Erases a locked customer permanently. The row stays; the merchant's reference becomes free. */
export async function eraseCustomerRow(tx: ModelTx, id: number): Promise<void> {
  await update(tx.sql, 'customers', id, {
    ...erasedColumns(customersTable),
    deleted_at: tx.now,
    updated_at: tx.now,
  })
}
