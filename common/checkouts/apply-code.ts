import { codesById, findCode } from '../promotions/find-codes.ts'
import { judge } from '../promotions/rules/judge.ts'
import { spelled } from '../promotions/rules/spelling.ts'
import { MINUTE, later } from '../kit/time.ts'
import type { Checkout } from '../../db/models/checkout.ts'
import type { Tx } from '../../db/transaction.ts'
import type { FormErrors } from './form.ts'
import { orderOf, readLines, writeOrder } from './order.ts'

/** Guessing codes is stopped after this many wrong ones in ten minutes. */
const MOST_WRONG = 20
const COUNTED_FOR = 10 * MINUTE

/**
 * Puts a promotion code on a locked, open checkout, or answers in its own words why not. One that
 * does not combine is refused and never replaces another.
 */
export async function applyCode(tx: Tx, checkout: Checkout, typed: string): Promise<FormErrors> {
  const problem = await apply(tx, checkout, spelled(typed))
  return problem === null ? {} : { promotion_code: problem }
}

async function apply(tx: Tx, checkout: Checkout, code: string): Promise<string | null> {
  if (code === '') return 'code_required'
  const counting = checkout.wrongCodesSince !== null && checkout.wrongCodesSince > later(tx.now, -COUNTED_FOR)
  const wrong = counting ? checkout.wrongCodes : 0
  if (wrong >= MOST_WRONG) return 'code_too_many_tries'

  const promotion = await findCode(tx.sql, checkout.projectId, checkout.isTest, code)
  if (!promotion) {
    const since = counting ? checkout.wrongCodesSince : tx.now
    await checkout.update({ wrongCodes: wrong + 1, wrongCodesSince: since }, { transaction: tx.transaction })
    return 'code_unknown'
  }
  const entered = checkout.promotionCodes ?? []
  if (entered.some(({ id }) => id === promotion.id)) return 'code_twice'
  const others = await codesById(
    tx.sql,
    entered.map(({ id }) => id),
  )
  const lines = await readLines(tx, checkout.id)
  const problem = judge(promotion, orderOf(checkout, lines, others), tx.now)
  if (problem) return problem
  await writeOrder(tx, checkout, lines, [...others, promotion])
  return null
}

/** Takes a code off a locked, open checkout; one that is not on it is off already. */
export async function removeCode(tx: Tx, checkout: Checkout, code: string): Promise<void> {
  const entered = checkout.promotionCodes ?? []
  const kept = entered.filter((promotion) => promotion.code !== code)
  if (kept.length === entered.length) return
  const promotions = await codesById(
    tx.sql,
    kept.map(({ id }) => id),
  )
  await writeOrder(tx, checkout, await readLines(tx, checkout.id), promotions)
}
