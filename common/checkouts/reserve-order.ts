import type { Checkout } from '../../db/models/checkout.ts'
import type { Tx } from '../../db/transaction.ts'
import { type FormErrors, isFaulty } from '../kit/form.ts'
import { findCodes } from '../promotion-codes/find-redeemable.ts'
import { mayRedeemAgain, redeemerOf, reserveCodes } from '../promotion-codes/redeem.ts'
import { codeProblem } from '../promotion-codes/rules/judge.ts'
import { orderOf, readLines, validCodes, writeOrder } from './order.ts'

/**
 * Promises the codes of a locked checkout to the payment that is about to begin. A code that can no
 * longer be used is taken off and named: the page then comes again with the new total.
 */
export async function reserveOrder(tx: Tx, checkout: Checkout, email: string | null): Promise<FormErrors> {
  const entered = checkout.promotionCodes ?? []
  if (entered.length === 0) return {}
  const ids = entered.map(({ id }) => id)
  const promotions = await findCodes(tx.sql, ids, { lock: true })
  const lines = await readLines(tx, checkout.id)
  const redeemer = redeemerOf({ id: checkout.id, customerId: checkout.customerId, customerEmail: email })
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
