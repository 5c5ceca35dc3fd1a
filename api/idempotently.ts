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
export async function idempotently<Of extends Tx>(
  key: IdempotencyKey,
  transact: (work: (tx: Of) => Promise<Answer>) => Promise<Answer>,
  work: (tx: Of) => Promise<Answer>,
): Promise<Answer> {
  for (;;) {
    try {
      return await transact(async (tx) => {
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

/**
 * Runs work that has its own transactions and is safe to repeat. Stores its answer for the key if it is final, and
 * returns the stored answer to further requests with the key.
 */
export async function keptOnce(
  key: IdempotencyKey,
  run: () => Promise<{ answer: Answer; isFinal: boolean }>,
): Promise<Answer> {
  const first = await findAnswer(key)
  if (first) return { ...first, replayed: true }
  const { answer, isFinal } = await run()
  if (!isFinal) return answer
  try {
    await atomically((tx) => storeAnswer(tx, key, answer))
    return answer
  } catch (error) {
    if (!(error instanceof KeyTaken)) throw error
    const other = await findAnswer(key)
    return other ? { ...other, replayed: true } : answer
  }
}
