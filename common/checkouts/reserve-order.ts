import type { Checkout } from '../../db/models/checkout.ts'
import type { Tx } from '../../db/transaction.ts'
import { type FormErrors, isFaulty } from '../kit/form.ts'
import { findCodes } from '../promotion-codes/find-redeemable.ts'
import { mayRedeemAgain, redeemerOf, reserveCodes } from '../promotion-codes/redeem.ts'
import { codeProblem, isUsedUp } from '../promotion-codes/rules/judge.ts'
import { orderOf, readLines, validCodes, writeOrder } from './order.ts'

/**
 * Promises the codes of a locked checkout to the payment that is about to begin. A code that can no
 * longer be used is taken off and named: the page then comes again with the new total.
 */
export async function reserveOrder(tx: Tx, checkout: Checkout, email: string | null): Promise<FormErrors> {
  const { promotions, redeemer } = await lockCodes(tx, checkout, email)
  if (promotions.length === 0) return {}
  const lines = await readLines(tx, checkout.id)
  const { kept, errors } = await validCodes(
    promotions,
    orderOf(checkout.amountSubtotal, lines),
    async (promotion, order) => {
      const problem = codeProblem(promotion, order, tx.now)
      return problem ?? ((await mayRedeemAgain(tx, promotion, redeemer)) ? null : 'code_customer_limit')
    },
  )
  if (isFaulty(errors)) {
    await writeOrder(tx, checkout, lines, kept)
    return errors
  }
  await reserveCodes(tx, checkout.projectId, checkout.id, kept, redeemer)
  return {}
}

/**
 * Promises the codes of a locked checkout once more to a payment that had them and has ended, and whose money
 * has come: they held when it began, so that only how often they may be used still decides. Answers whether it did.
 */
export async function reserveAgain(tx: Tx, checkout: Checkout, email: string | null): Promise<boolean> {
  const { promotions, redeemer } = await lockCodes(tx, checkout, email)
  for (const promotion of promotions)
    if (isUsedUp(promotion) || !(await mayRedeemAgain(tx, promotion, redeemer))) return false
  await reserveCodes(tx, checkout.projectId, checkout.id, promotions, redeemer)
  return true
}

async function lockCodes(tx: Tx, { id, customerId, promotionCodes }: Checkout, customerEmail: string | null) {
  const ids = (promotionCodes ?? []).map((entered) => entered.id)
  const promotions = await findCodes(tx.sql, ids, { lock: true })
  return { promotions, redeemer: redeemerOf({ id, customerId, customerEmail }) }
}
