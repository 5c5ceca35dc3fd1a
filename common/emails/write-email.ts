import { wakeUp } from '../jobs/catalog.ts'
import type { Locale } from '../kit/format.ts'
import type { Scope } from '../projects/project.ts'
import { now } from '../runtime/clock.ts'
import { armedUntil } from '../runtime/lease.ts'
import { trace } from '../runtime/log.ts'
import type { Tx } from '../../db/transaction.ts'
import type { EmailKind, LetterWords } from './words.ts'

interface Sealed {
  /** What it is written for, such as `checkout-7`: one letter of a kind per cause, ever. */
  cause: string
  recipient: string
  locale: Locale
  customerId?: number | null
}

/** `words`: what the letter says, as data; the template makes sentences of it when it is sent. */
export type Email = { [Kind in EmailKind]: Sealed & { kind: Kind; words: LetterWords[Kind] } }[EmailKind]

/** Writes a letter in the transaction of its cause; a worker sends it. Twice for one cause is once. */
export async function writeEmail(tx: Tx, scope: Scope, email: Email): Promise<void> {
  const dueAt = now() // letters leave in real time, whatever the clock of their subject says
  const row = {
    project_id: scope.project.id,
    is_test: scope.isTest,
    kind: email.kind,
    cause: email.cause,
    customer_id: email.customerId ?? null,
    recipient: email.recipient,
    locale: email.locale,
    words: JSON.stringify(email.words),
    status: 'pending',
    due_at: dueAt,
    armed_until: armedUntil(dueAt, dueAt),
    request_id: trace.getStore()?.request_id ?? null,
    created_at: tx.now,
    updated_at: tx.now,
  }
  const { insertId, affectedRows } = await tx.sql.run(
    `INSERT INTO emails (${Object.keys(row).join(', ')}) VALUES (?) ON DUPLICATE KEY UPDATE id = id`,
    [Object.values(row)],
  )
  if (affectedRows === 1) tx.wakeUps.push(wakeUp('email.send', insertId, dueAt, { emailId: insertId }))
}
