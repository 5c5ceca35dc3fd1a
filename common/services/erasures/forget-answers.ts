import type { Tx } from '../../../db/transaction.ts'
import { sentenceOf } from '../../kit/refusal.ts'
import { encrypt } from '../../kit/secrets.ts'
import { config } from '../../runtime/config.ts'

type Subject = 'customer' | 'checkout' | 'invoice' | 'payment'

/** The status stored for a forgotten answer. Only successful answers are stored, so no other answer has it. */
export const FORGOTTEN = 409

/**
 * Returns the replacement for a forgotten answer: the key stays used. Releases before 0.2.0, which do not know
 * `FORGOTTEN`, return exactly this to the client.
 */
export function forgotten(): { status: number; answer: Buffer } {
  const code = 'idempotency_key_expired'
  const body = JSON.stringify({ message: sentenceOf({ code }), code })
  return { status: FORGOTTEN, answer: encrypt(config().secretKey, Buffer.from(body)) }
}

/** Replaces the stored answers to requests about these subjects. */
export async function forgetAnswers(tx: Tx, subject: Subject, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const { status, answer } = forgotten()
  await tx.sql.write('UPDATE idempotency_keys SET status = ?, answer = ? WHERE subject IN (?)', [
    status,
    answer,
    ids.map((id) => `${subject} ${id}`),
  ])
}
