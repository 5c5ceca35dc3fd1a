import { Refusal } from '../common/kit/refusal.ts'
import { atomically } from '../common/runtime/atomically.ts'
import { isLockTimeout, isUnavailable } from '../db/errors.ts'
import type { Tx } from '../db/transaction.ts'
import type { Answer } from './answer.ts'
import { findAnswer, type IdempotencyKey, KeyTaken, storeAnswer } from './idempotency.ts'

/**
 * As `atomically`, once per key: the key is stored with the effect, and whoever comes with it again,
 * or at the same time, is given the first answer. A request that fails leaves no key behind.
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
      // Even a refusal may only say that the first request has had its effect: "already subscribed".
      const first = await findAnswer(key)
      if (first) return { ...first, replayed: true }
      if (!(error instanceof KeyTaken)) throw error
    }
  }
}
