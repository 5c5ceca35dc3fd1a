import { codesById, findCode } from '../promotions/find-codes.ts'
import { mayRedeemAgain, redeemerOf } from '../promotions/redeem.ts'
import { judge } from '../promotions/rules/judge.ts'
import type { CodeProblem, Order, PromotionCode } from '../promotions/rules/judge.ts'
import { spelled } from '../promotions/rules/spelling.ts'
import { MINUTE, later } from '../kit/time.ts'
import type { Checkout } from '../../db/models/checkout.ts'
import type { Tx } from '../../db/transaction.ts'
import type { FormErrors } from './form.ts'
import { aboutCode, orderOf, readLines, writeOrder } from './order.ts'

/** Guessing codes is stopped after this many wrong ones in ten minutes. */
const MOST_WRONG = 20
const COUNTED_FOR = 10 * MINUTE

/**
 * Puts a promotion code on a locked, open checkout, or answers in its own words why not. One that
 * does not combine is refused and never replaces another.
 */
export async function applyCode(tx: Tx, checkout: Checkout, typed: string): Promise<FormErrors> {
  const code = spelled(typed)
  if (code === '') return { promotion_code: 'code_required' }
  const counting = checkout.wrongCodesSince !== null && checkout.wrongCodesSince > later(tx.now, -COUNTED_FOR)
  const wrong = counting ? checkout.wrongCodes : 0
  if (wrong >= MOST_WRONG) return { promotion_code: 'code_too_many_tries' }

  const promotion = await findCode(tx.sql, checkout.projectId, checkout.isTest, code)
  if (!promotion) {
    const since = counting ? checkout.wrongCodesSince : tx.now
    await checkout.update({ wrongCodes: wrong + 1, wrongCodesSince: since }, { transaction: tx.transaction })
    return { promotion_code: 'code_unknown' }
  }
  const entered = checkout.promotionCodes ?? []
  if (entered.some(({ id }) => id === promotion.id)) return { promotion_code: 'code_twice' }
  const others = await codesById(
    tx.sql,
    entered.map(({ id }) => id),
  )
  const lines = await readLines(tx, checkout.id)
  const order = { ...orderOf(checkout.amountSubtotal, lines), others }
  const problem = await problemWith(tx, checkout, promotion, order)
  if (problem) return aboutCode(problem, promotion)
  await writeOrder(tx, checkout, lines, [...others, promotion])
  return {}
}

/** Who a guest is shows when they pay; of a customer it is known already how often they had the code. */
async function problemWith(
  tx: Tx,
  checkout: Checkout,
  promotion: PromotionCode,
  order: Order,
): Promise<CodeProblem | null> {
  const problem = judge(promotion, order, tx.now)
  if (problem || checkout.customerId === null) return problem
  return (await mayRedeemAgain(tx, promotion, redeemerOf(checkout))) ? null : 'code_customer_limit'
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
