import type { Tx } from '../../../db/transaction.ts'
import type { Scope } from '../projects/project.ts'
import type { SalePayload } from './kinds/sale.ts'
import { writeEmail } from './write.ts'

/** Notifies a merchant, if enabled, of a completed order or a paid invoice. `cause` identifies it. */
export async function writeSale(tx: Tx, scope: Scope, cause: string, payload: SalePayload): Promise<void> {
  const { project } = scope
  if (!project.notifications.sale || project.email === null) return
  const { email: recipient, locale } = project
  await writeEmail(tx, scope, { kind: 'sale', cause, recipient, locale, payload })
}
