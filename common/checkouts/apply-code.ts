import type { Checkout } from '../../db/models/checkout.ts'
import { save } from '../../db/models/save.ts'
import type { Tx } from '../../db/transaction.ts'
import type { FormErrors } from '../kit/form.ts'
import { later, MINUTE } from '../kit/time.ts'
import { findCode, findCodes } from '../promotion-codes/find-redeemable.ts'
import { mayRedeemAgain, redeemerOf } from '../promotion-codes/redeem.ts'
import {
  type CodeProblem,
  codeProblem,
  type Order,
  type PromotionCode,
} from '../promotion-codes/rules/judge.ts'
import { spelled } from '../promotion-codes/rules/spelling.ts'
import { aboutCode, orderOf, readLines, writeOrder } from './order.ts'

/** Guessing codes is stopped after this many wrong ones in ten minutes. */
const MOST_WRONG = 20
const COUNTED_FOR = 10 * MINUTE

/** So many codes stand on one order: more are not a discount but a script. */
const MOST_CODES = 20

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
    await save(tx, checkout, { wrongCodes: wrong + 1, wrongCodesSince: since }, { touch: false })
    return { promotion_code: 'code_unknown' }
  }
  const entered = checkout.promotionCodes ?? []
  if (entered.some(({ id }) => id === promotion.id)) return { promotion_code: 'code_twice' }
  if (entered.length >= MOST_CODES) return { promotion_code: 'code_too_many' }
  const others = await findCodes(
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
  const problem = codeProblem(promotion, order, tx.now)
  if (problem || checkout.customerId === null) return problem
  return (await mayRedeemAgain(tx, promotion, redeemerOf(checkout))) ? null : 'code_customer_limit'
}

/** Takes a code off a locked, open checkout; one that is not on it is off already. */
export async function removeCode(tx: Tx, checkout: Checkout, code: string): Promise<void> {
  const entered = checkout.promotionCodes ?? []
  const kept = entered.filter((promotion) => promotion.code !== code)
  if (kept.length === entered.length) return
  const promotions = await findCodes(
    tx.sql,
    kept.map(({ id }) => id),
  )
  await writeOrder(tx, checkout, await readLines(tx, checkout.id), promotions)
}
