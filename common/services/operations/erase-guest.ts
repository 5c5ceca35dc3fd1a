import type { ModelTx } from '../../../db/transaction.ts'
import type { ErasureInput, ErasureObject } from '../../domain/erasures/object.ts'
import { emailForms } from '../../kit/email.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { Submission } from '../../kit/submission.ts'
import { eraseGuestTraces } from '../erasures/begin.ts'
import { byEmail, type GuestTable, lockGuestRows, ofGuest } from '../erasures/of-guest.ts'
import type { Scope } from '../projects/project.ts'

/**
 * Erases the data of a guest, who is known by address only, like deleting a customer does. Returns the number of
 * objects erased. Throws 409 while a payment of the guest is pending.
 */
export async function eraseGuest(
  tx: ModelTx,
  scope: Scope,
  draft: Submission<ErasureInput>,
): Promise<ErasureObject> {
  const { email } = draft.valid()
  const count = async (table: GuestTable, further = '') => {
    const text = `SELECT COUNT(*) AS found ${ofGuest(table)} ${further}`
    return (await tx.sql.row<{ found: number }>(text, byEmail(scope, email)))!.found
  }
  // A guest has no row to lock. A payment that is being reported now is committed first, and counted.
  for (const table of ['checkouts', 'invoices', 'payments'] as const)
    await lockGuestRows(tx, scope, table, email)
  const pending = "AND found.status = 'pending'"
  if ((await count('checkouts', pending)) + (await count('payments', pending)) > 0)
    throw new Refusal({ code: 'customer_has_pending_payment' })
  const counts = {
    checkouts: await count('checkouts'),
    invoices: await count('invoices'),
    payments: await count('payments'),
    ...(await registered(tx, scope, email)),
  }
  await eraseGuestTraces(tx, scope, email)
  return counts
}

const MOST_NAMED = 100

/** Returns how many customers have this address, and their ids. They are not erased. */
async function registered(tx: ModelTx, { project, isTest }: Scope, email: string) {
  const rows = await tx.sql.rows<{ id: number; found: number }>(
    `SELECT id, COUNT(*) OVER () AS found FROM customers
     WHERE project_id = ? AND is_test = ? AND email_key IN (?) AND deleted_at IS NULL
     ORDER BY id LIMIT ${MOST_NAMED}`,
    [project.id, isTest, emailForms(email)],
  )
  return { customers: rows[0]?.found ?? 0, customers_not_erased: rows.map(({ id }) => id) }
}
