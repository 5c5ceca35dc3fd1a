import { usableAt } from './judge.ts'
import type { PromotionCodeObject } from './object.ts'

export const CODE_STATUSES = ['active', 'inactive', 'not_started', 'expired', 'used_up'] as const

export type CodeStatus = (typeof CODE_STATUSES)[number]

/** Returns whether a code can be used at `now`, and if not, why. Payments in progress are not counted as uses. */
export function codeStatus(code: PromotionCodeObject, now: Date): CodeStatus {
  const problem = usableAt(
    {
      active: code.active,
      startsAt: code.starts_at === null ? null : new Date(code.starts_at),
      expiresAt: code.expires_at === null ? null : new Date(code.expires_at),
      maxRedemptions: code.max_redemptions,
      redemptions: code.times_redeemed,
    },
    now,
  )
  return CODE_STATUSES.find((status) => problem === `code_${status}`) ?? 'active'
}
