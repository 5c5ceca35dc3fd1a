import type { Tx } from '../../../db/transaction.ts'
import { codeProblem, isUsedUp, type PromotionCode } from '../../domain/promotion-codes/judge.ts'
import { type FormErrors, isFaulty } from '../../kit/form.ts'
import { type Buyer, buyerOf } from '../promotion-codes/buyer.ts'
import { findCodes } from '../promotion-codes/find-redeemable.ts'
import { mayRedeemAgain, releaseCodes, reserveCodes } from '../promotion-codes/redeem.ts'
import type { Checkout } from './checkouts-table.ts'
import { releaseLinkSale, reserveLinkSale } from './link-sale.ts'
import { orderOf, readLines, validCodes, writeOrder } from './order.ts'

/**
 * Reserves the codes of a locked checkout, and a sale of its payment link, for a payment that is about to start. If a
 * code is no longer valid, it is removed and an error names it: the page is then shown again with the new total. On any
 * error nothing is reserved.
 */
export async function reserveOrder(tx: Tx, checkout: Checkout, email: string | null): Promise<FormErrors> {
  const promotions = await lockCodes(tx, checkout)
  const buyer = promotions.length === 0 ? null : await buyerOf(tx, buyerKeyOf(checkout, email))
  const errors = buyer ? await removeInvalidCodes(tx, checkout, promotions, buyer) : {}
  if (isFaulty(errors)) return errors
  if (!(await reserveLinkSale(tx, checkout))) return { '': 'link_sold_out' }
  if (buyer) await reserveCodes(tx, checkout.projectId, checkout.id, promotions, buyer)
  return {}
}

async function removeInvalidCodes(
  tx: Tx,
  checkout: Checkout,
  promotions: readonly PromotionCode[],
  buyer: Buyer,
): Promise<FormErrors> {
  const lines = await readLines(tx, checkout.id)
  const { kept, errors } = await validCodes(
    promotions,
    orderOf(checkout.amountSubtotal, lines),
    async (promotion, order) => {
      const problem = codeProblem(promotion, order, tx.now)
      return problem ?? ((await mayRedeemAgain(tx, promotion, buyer)) ? null : 'code_customer_limit')
    },
  )
  if (isFaulty(errors)) await writeOrder(tx, checkout, lines, kept)
  return errors
}

/**
 * Reserves the order of a locked checkout again, after a payment had ended and its money arrived anyway. The order was
 * valid when the payment began, so only limits are checked. If something has been used up meanwhile, reserves nothing
 * and returns the reason for the merchant; otherwise returns null.
 */
export async function reserveAgain(tx: Tx, checkout: Checkout, email: string | null): Promise<string | null> {
  const promotions = await lockCodes(tx, checkout)
  const buyer = promotions.length === 0 ? null : await buyerOf(tx, buyerKeyOf(checkout, email))
  for (const promotion of buyer ? promotions : [])
    if (isUsedUp(promotion) || !(await mayRedeemAgain(tx, promotion, buyer!)))
      return `The promotion code ${promotion.code} was used up before the money arrived. Without it the order has a higher total.`
  if (!(await reserveLinkSale(tx, checkout)))
    return 'The last one of the payment link was sold before the money arrived.'
  if (buyer) await reserveCodes(tx, checkout.projectId, checkout.id, promotions, buyer)
  return null
}

/** Releases what `reserveOrder` reserved, for a payment that ended without money. */
export async function releaseOrder(tx: Tx, checkout: Checkout): Promise<void> {
  await releaseCodes(tx, checkout.id)
  await releaseLinkSale(tx, checkout)
}

function lockCodes(tx: Tx, { promotionCodes }: Checkout) {
  const ids = (promotionCodes ?? []).map((entered) => entered.id)
  return findCodes(tx.sql, ids, { lock: true })
}

function buyerKeyOf({ id, projectId, isTest, customerId }: Checkout, customerEmail: string | null) {
  return { id, projectId, isTest, customerId, customerEmail }
}
