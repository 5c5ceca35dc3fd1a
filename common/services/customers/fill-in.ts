import type { Tx } from '../../../db/transaction.ts'
import { canonicalEmail } from '../../kit/email.ts'
import type { Locale } from '../../kit/format.ts'
import type { Scope } from '../projects/project.ts'

interface Typed {
  email: string | null
  phone?: string | null
  deliveryAddress?: object | null
  /** The language of the page on which it was typed. */
  locale: Locale | null
}

/** Saves what a locked customer typed on a page into empty columns. Never overwrites, except the locale. */
export async function fillIn(
  tx: Tx,
  { project, isTest }: Scope,
  customerId: number,
  typed: Typed,
): Promise<void> {
  await tx.sql.write(
    `UPDATE customers SET email_key = COALESCE(email_key, ?), email = COALESCE(email, ?), phone = COALESCE(phone, ?),
       delivery_address = COALESCE(delivery_address, ?), locale = COALESCE(?, locale), updated_at = ?
     WHERE project_id = ? AND deleted_at IS NULL AND id IN (?)`,
    [
      typed.email === null ? null : canonicalEmail(typed.email),
      typed.email,
      typed.phone ?? null,
      typed.deliveryAddress ? JSON.stringify(typed.deliveryAddress) : null,
      typed.locale,
      tx.now,
      project.id,
      customerId,
    ],
    { combine: 'subject' },
  )
  tx.sql.noteChange('customers', customerId, 'updated', { projectId: project.id, isTest })
}
