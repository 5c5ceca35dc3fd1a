import type { Amount } from '../../kit/money.ts'

/** A promotion code with the fields that decide whether it may be used. */
export interface PromotionCode {
  id: number
  code: string
  type: 'order_total' | 'product'
  percentOff: number | null
  amountOff: Amount | null
  productIds: readonly number[]
  minimumAmount: Amount | null
  startsAt: Date | null
  expiresAt: Date | null
  maxRedemptions: number | null
  maxRedemptionsPerCustomer: number | null
  combinable: boolean
  active: boolean
  /** Uses, including those reserved by open payments. */
  redemptions: number
}

/** The terms of a code that do not depend on the order. */
type Terms = Pick<PromotionCode, 'active' | 'startsAt' | 'expiresAt' | 'maxRedemptions' | 'redemptions'>

/** The order on which a code is used. */
export interface Order {
  /** One per line; null for an ad-hoc line without a product. */
  productIds: readonly (number | null)[]
  subtotal: Amount
  /** Codes already applied, without the one being checked. */
  others: readonly PromotionCode[]
}

export type CodeProblem =
  | 'code_inactive'
  | 'code_not_started'
  | 'code_expired'
  | 'code_used_up'
  | 'code_customer_limit'
  | 'code_needs_prices'
  | 'code_wrong_products'
  | 'code_minimum'
  | 'code_not_combinable'

/** Returns why a code cannot be used on this order at `now`, or null if it can. */
export function codeProblem(promotion: PromotionCode, order: Order, now: Date): CodeProblem | null {
  return usableAt(promotion, now) ?? orderProblem(promotion, order)
}

/** Returns why no order can use a code at `now`, or null if some can. */
export function usableAt(promotion: Terms, now: Date): CodeProblem | null {
  if (!promotion.active) return 'code_inactive'
  if (promotion.startsAt && now < promotion.startsAt) return 'code_not_started'
  if (promotion.expiresAt && now >= promotion.expiresAt) return 'code_expired'
  return isUsedUp(promotion) ? 'code_used_up' : null
}

/** Returns whether a code has been used or reserved as often as it may be. */
export function isUsedUp({ maxRedemptions, redemptions }: Terms): boolean {
  return maxRedemptions !== null && redemptions >= maxRedemptions
}

/** Returns why a code does not apply to this order, for any buyer and time, or null if it does. */
export function orderProblem(promotion: PromotionCode, order: Order): CodeProblem | null {
  if (promotion.type === 'product') {
    if (order.productIds.includes(null)) return 'code_needs_prices'
    if (!order.productIds.some((id) => id !== null && promotion.productIds.includes(id)))
      return 'code_wrong_products'
  }
  if (promotion.minimumAmount !== null && order.subtotal < promotion.minimumAmount) return 'code_minimum'
  const alone = !promotion.combinable || order.others.some(({ combinable }) => !combinable)
  return alone && order.others.length > 0 ? 'code_not_combinable' : null
}
