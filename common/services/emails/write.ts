import { writeRows } from '../../../db/rows.ts'
import type { Tx } from '../../../db/transaction.ts'
import { wakeUpFor } from '../../domain/jobs/catalog.ts'
import type { Locale } from '../../kit/format.ts'
import { now } from '../../runtime/clock.ts'
import { trace } from '../../runtime/log.ts'
import type { Scope } from '../projects/project.ts'
import type { EmailKind, EmailPayloads } from './kinds.ts'

interface Sealed {
  /** The cause of the email, such as `checkout-7`. There is at most one email per kind and cause. */
  cause: string
  recipient: string
  locale: Locale
  customerId?: number | null
}

/** The email to write. The template creates the text from the `payload` when the email is sent. */
export type Email = { [Kind in EmailKind]: Sealed & { kind: Kind; payload: EmailPayloads[Kind] } }[EmailKind]

/**
 * Writes an email in the transaction of its cause; a worker sends it. A second email for the same cause is ignored.
 */
export async function writeEmail(tx: Tx, scope: Scope, email: Email): Promise<void> {
  const dueAt = now() // emails are sent in real time, even for an object on a test clock
  const row = {
    project_id: scope.project.id,
    is_test: scope.isTest,
    kind: email.kind,
    cause: email.cause,
    customer_id: email.customerId ?? null,
    recipient: email.recipient,
    locale: email.locale,
    words: JSON.stringify(email.payload),
    status: 'pending',
    due_at: dueAt,
    request_id: trace.getStore()?.request_id ?? null,
    created_at: tx.now,
    updated_at: tx.now,
  }
  await writeRows(tx.sql, 'emails', [row], {
    onDuplicate: 'id = id',
    written: ({ insertId, affectedRows }) => {
      if (affectedRows === 1) tx.wakeUps.push(wakeUpFor('emails', scope.project.id, insertId, dueAt))
    },
  })
}
