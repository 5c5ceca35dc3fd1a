import type { Tx } from '../../../db/transaction.ts'
import { codeProblem, isUsedUp } from '../../domain/promotion-codes/judge.ts'
import { type FormErrors, isFaulty } from '../../kit/form.ts'
import { buyerOf } from '../promotion-codes/buyer.ts'
import { findCodes } from '../promotion-codes/find-redeemable.ts'
import { mayRedeemAgain, reserveCodes } from '../promotion-codes/redeem.ts'
import type { Checkout } from './checkouts-table.ts'
import { orderOf, readLines, validCodes, writeOrder } from './order.ts'

/**
 * Reserves the codes of a locked checkout for a payment that is about to start. If a code is no longer valid, it is
 * removed and an error names it: the page is then shown again with the new total.
 */
export async function reserveOrder(tx: Tx, checkout: Checkout, email: string | null): Promise<FormErrors> {
  const promotions = await lockCodes(tx, checkout)
  if (promotions.length === 0) return {}
  const buyer = await buyerOf(tx, buyerKeyOf(checkout, email))
  const lines = await readLines(tx, checkout.id)
  const { kept, errors } = await validCodes(
    promotions,
    orderOf(checkout.amountSubtotal, lines),
    async (promotion, order) => {
      const problem = codeProblem(promotion, order, tx.now)
      return problem ?? ((await mayRedeemAgain(tx, promotion, buyer)) ? null : 'code_customer_limit')
    },
  )
  if (isFaulty(errors)) {
    await writeOrder(tx, checkout, lines, kept)
    return errors
  }
  await reserveCodes(tx, checkout.projectId, checkout.id, kept, buyer)
  return {}
}

/**
 * Reserves the codes of a locked checkout again, after a payment had ended and its money arrived anyway. The codes
 * were valid when the payment began, so only their redemption limits are checked. If a code has been used up
 * meanwhile, returns it and reserves nothing; otherwise returns null.
 */
export async function reserveAgain(tx: Tx, checkout: Checkout, email: string | null): Promise<string | null> {
  const promotions = await lockCodes(tx, checkout)
  if (promotions.length === 0) return null
  const buyer = await buyerOf(tx, buyerKeyOf(checkout, email))
  for (const promotion of promotions)
    if (isUsedUp(promotion) || !(await mayRedeemAgain(tx, promotion, buyer))) return promotion.code
  await reserveCodes(tx, checkout.projectId, checkout.id, promotions, buyer)
  return null
}

function lockCodes(tx: Tx, { promotionCodes }: Checkout) {
  const ids = (promotionCodes ?? []).map((entered) => entered.id)
  return findCodes(tx.sql, ids, { lock: true })
}

function buyerKeyOf({ id, projectId, isTest, customerId }: Checkout, customerEmail: string | null) {
  return { id, projectId, isTest, customerId, customerEmail }
}
