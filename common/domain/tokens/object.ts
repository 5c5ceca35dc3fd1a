import { lengthOf, unfit } from '../../kit/text.ts'

export const LONGEST_TOKEN_NAME = 100

/** Returns whether a token can have this name. */
export function isTokenName(name: string): boolean {
  return lengthOf(name) <= LONGEST_TOKEN_NAME && !unfit(name)
}

/** A token as shown to its owner: the secret itself is not stored. */
export interface TokenObject {
  id: number
  project_id: number
  mode: 'test' | 'live'
  /** The merchant's own name for it; null without one. */
  name: string | null
  last4: string
  /** Approximate: up to ten minutes older than the last use. */
  last_used_at: string | null
  revoked_at: string | null
  created_at: string
}
