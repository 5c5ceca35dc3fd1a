import { defineTable } from '../../../db/define-table.ts'
import { bytes, time } from '../../kit/column.ts'

/** Challenges that a passkey has signed, so that a copied response does not work again. */
export const usedChallengesTable = defineTable(
  'used_challenges',
  { challenge_hash: bytes('binary(32)'), created_at: time() },
  { primary: ['challenge_hash'], index: { used_challenges_age: ['created_at'] } },
)
