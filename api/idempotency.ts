import { Refusal } from '../common/kit/refusal.ts'
import { decrypt, encrypt, sha256 } from '../common/kit/secrets.ts'
import { DAY, later } from '../common/kit/time.ts'
import { realNow } from '../common/runtime/clock.ts'
import { config } from '../common/runtime/config.ts'
import { FORGOTTEN } from '../common/services/erasures/forget-answers.ts'
import type { Scope } from '../common/services/projects/project.ts'
import { isDuplicate } from '../db/errors.ts'
import { writeRows } from '../db/rows.ts'
import { onConnection } from '../db/sql.ts'
import type { Tx } from '../db/transaction.ts'
import type { Answer } from './answer.ts'

/** An idempotency key with the hash of the request that it was sent with. */
export interface IdempotencyKey {
  key: string
  requestHash: Buffer
  scope: Scope
}

/** Time that an answer is stored for replays, in milliseconds. */
const KEPT_FOR = DAY

export const KEY_SHAPE = /^[\x20-\x7e]{1,255}$/

export function idempotencyKey(
  scope: Scope,
  key: string,
  method: string,
  path: string,
  body: Buffer,
): IdempotencyKey {
  return { key, scope, requestHash: sha256(Buffer.concat([Buffer.from(`${method} ${path}\n`), body])) }
}

/** Thrown if another request with this key has stored its answer first. */
export class KeyTaken extends Error {}

/**
 * Stores the answer as the last statement of the transaction that makes the change. A second request with the key waits
 * for the first to commit, and then throws `KeyTaken`.
 */
export async function storeAnswer(
  tx: Tx,
  { key, scope, requestHash }: IdempotencyKey,
  answer: Answer,
): Promise<void> {
  const row = {
    project_id: scope.project.id,
    is_test: scope.isTest,
    idempotency_key: key,
    request_hash: requestHash,
    status: answer.status,
    answer: encrypt(config().secretKey, Buffer.from(answer.json)),
    subject: answer.subject ?? null,
    created_at: realNow(),
  }
  await writeRows(tx.sql, 'idempotency_keys', [row], {
    failed: (error) => (isDuplicate(error) ? new KeyTaken() : error),
  })
}

interface Row {
  request_hash: Buffer
  status: number
  answer: Buffer
  created_at: Date
}

/** Returns the stored answer for this key, if it is less than a day old. Refuses a key used with another request, or whose answer was erased. */
export async function findAnswer({ key, scope, requestHash }: IdempotencyKey): Promise<Answer | null> {
  const where = 'project_id = ? AND is_test = ? AND idempotency_key = ?'
  const values = [scope.project.id, scope.isTest, key]
  const row = await onConnection((sql) =>
    sql.row<Row>(
      `SELECT request_hash, status, answer, created_at FROM idempotency_keys WHERE ${where}`,
      values,
    ),
  )
  if (!row) return null
  const oldest = later(realNow(), -KEPT_FOR)
  if (row.created_at < oldest) {
    await onConnection((sql) =>
      sql.run(`DELETE FROM idempotency_keys WHERE ${where} AND created_at < ?`, [...values, oldest]),
    )
    return null
  }
  if (!row.request_hash.equals(requestHash)) {
    throw new Refusal({ code: 'idempotency_key_reused', path: 'Idempotency-Key' })
  }
  if (row.status === FORGOTTEN) throw new Refusal({ code: 'idempotency_key_expired' })
  return { status: row.status, json: decrypt(config().secretKeys, row.answer).toString() }
}
