import { Refusal } from '../common/kit/refusal.ts'
import { atomically } from '../common/runtime/atomically.ts'
import { isLockTimeout, isUnavailable } from '../db/errors.ts'
import type { Tx } from '../db/transaction.ts'
import type { Answer } from './answer.ts'
import { findAnswer, type IdempotencyKey, KeyTaken, storeAnswer } from './idempotency.ts'

/**
 * Runs `work` in a transaction, once per key. The key is stored in the same transaction. A repeated or concurrent request
 * with the key gets the first answer. A request that fails stores no key.
 */
export async function idempotently(key: IdempotencyKey, work: (tx: Tx) => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await atomically(async (tx) => {
        const answer = await work(tx)
        await storeAnswer(tx, key, answer)
        return answer
      })
    } catch (error) {
      if (isLockTimeout(error)) throw new Refusal({ code: 'idempotency_in_progress' })
      if (isUnavailable(error)) throw error
      // A refusal may be the result of the first request's success, such as "already subscribed".
      const first = await findAnswer(key)
      if (first) return { ...first, replayed: true }
      if (!(error instanceof KeyTaken)) throw error
    }
  }
}
