import { writeRow } from '../../db/rows.ts'
import type { Tx } from '../../db/transaction.ts'
import { newJob } from '../jobs/catalog.ts'
import type { Locale } from '../kit/format.ts'
import type { Scope } from '../projects/project.ts'
import { now } from '../runtime/clock.ts'
import { armedUntil } from '../runtime/lease.ts'
import { trace } from '../runtime/log.ts'
import { canSend } from './can-send.ts'
import type { EmailKind, EmailPayloads } from './payloads.ts'

interface Sealed {
  /** What it is written for, such as `checkout-7`: one email of a kind per cause, ever. */
  cause: string
  recipient: string
  locale: Locale
  customerId?: number | null
}

/** `words`: what the email says, as data; the template makes sentences of it when it is sent. */
export type Email = { [Kind in EmailKind]: Sealed & { kind: Kind; words: EmailPayloads[Kind] } }[EmailKind]

/** Writes an email in the transaction of its cause; a worker sends it. Twice for one cause is once. */
export async function writeEmail(tx: Tx, scope: Scope, email: Email): Promise<void> {
  const dueAt = now() // emails leave in real time, whatever the clock of their subject says
  const isWoken = canSend()
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
    armed_until: isWoken ? armedUntil(dueAt, dueAt) : null,
    request_id: trace.getStore()?.request_id ?? null,
    created_at: tx.now,
    updated_at: tx.now,
  }
  await writeRow(tx.sql, 'emails', row, {
    otherwise: 'id = id',
    written: ({ insertId, affectedRows }) => {
      if (isWoken && affectedRows === 1)
        tx.jobs.push(newJob('email.send', insertId, dueAt, { emailId: insertId }))
    },
  })
}
