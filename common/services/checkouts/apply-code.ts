import { save } from '../../../db/save.ts'
import type { Tx } from '../../../db/transaction.ts'
import {
  type CodeProblem,
  codeProblem,
  type Order,
  type PromotionCode,
} from '../../domain/promotion-codes/judge.ts'
import { spelled } from '../../domain/promotion-codes/spelling.ts'
import type { FormErrors } from '../../kit/form.ts'
import { later, MINUTE } from '../../kit/time.ts'
import { buyerOf } from '../promotion-codes/buyer.ts'
import { findCode, findCodes } from '../promotion-codes/find-redeemable.ts'
import { mayRedeemAgain } from '../promotion-codes/redeem.ts'
import type { Checkout } from './checkouts-table.ts'
import { aboutCode, orderOf, readLines, writeOrder } from './order.ts'

/** Limits guessing: after this many wrong codes in ten minutes, every code is refused. */
const MAX_WRONG_CODES = 20
const COUNTING_PERIOD = 10 * MINUTE

/** The most codes on one order. More codes come from a script, not from a customer. */
const MAX_CODES = 20

/**
 * Applies a promotion code to a locked, open checkout, or returns why it cannot be applied. A code that cannot be
 * combined with an entered code is refused; it never replaces one.
 */
export async function applyCode(tx: Tx, checkout: Checkout, typed: string): Promise<FormErrors> {
  const code = spelled(typed)
  if (code === '') return { promotion_code: 'code_required' }
  const counting =
    checkout.wrongCodesSince !== null && checkout.wrongCodesSince > later(tx.now, -COUNTING_PERIOD)
  const wrong = counting ? checkout.wrongCodes : 0
  if (wrong >= MAX_WRONG_CODES) return { promotion_code: 'code_too_many_tries' }

  const promotion = await findCode(tx.sql, checkout.projectId, checkout.isTest, code)
  if (!promotion) {
    const since = counting ? checkout.wrongCodesSince : tx.now
    await save(tx, checkout, { wrongCodes: wrong + 1, wrongCodesSince: since }, { touch: false })
    return { promotion_code: 'code_unknown' }
  }
  const entered = checkout.promotionCodes ?? []
  if (entered.some(({ id }) => id === promotion.id)) return { promotion_code: 'code_twice' }
  if (entered.length >= MAX_CODES) return { promotion_code: 'code_too_many' }
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

/**
 * Checks the redemption limit of a known customer at once. A guest's limit is checked when they pay: only then is the
 * email known.
 */
async function problemWith(
  tx: Tx,
  checkout: Checkout,
  promotion: PromotionCode,
  order: Order,
): Promise<CodeProblem | null> {
  const problem = codeProblem(promotion, order, tx.now)
  if (problem || checkout.customerId === null) return problem
  return (await mayRedeemAgain(tx, promotion, await buyerOf(tx, checkout))) ? null : 'code_customer_limit'
}

/** Removes a code from a locked, open checkout. Does nothing if the code is not on it. */
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
