import type { Amount } from '../../kit/money.ts'

/** A promotion code with everything that decides whether it may be used. */
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
  /** Used, and promised to payments that have not ended. */
  redemptions: number
}

/** The order that a code is to be used on. */
export interface Order {
  /** Of every line; null is a product that is not registered. */
  productIds: readonly (number | null)[]
  subtotal: Amount
  /** The codes that are on it already, without the one being judged. */
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

/** Why a code cannot be used on this order at `now`, or null where it can. */
export function codeProblem(promotion: PromotionCode, order: Order, now: Date): CodeProblem | null {
  return usableAt(promotion, now) ?? orderProblem(promotion, order)
}

function usableAt(promotion: PromotionCode, now: Date): CodeProblem | null {
  if (!promotion.active) return 'code_inactive'
  if (promotion.startsAt && now < promotion.startsAt) return 'code_not_started'
  if (promotion.expiresAt && now >= promotion.expiresAt) return 'code_expired'
  return isUsedUp(promotion) ? 'code_used_up' : null
}

/** Whether a code has been used, or promised, as often as it may be. */
export function isUsedUp({ maxRedemptions, redemptions }: PromotionCode): boolean {
  return maxRedemptions !== null && redemptions >= maxRedemptions
}

/** Why a code is not for this order, whoever uses it and whenever, or null where it is. */
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
