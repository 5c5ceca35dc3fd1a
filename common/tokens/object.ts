/** A token as its owner may see it: the secret itself is kept nowhere. */
export interface TokenObject {
  id: number
  project_id: number
  mode: 'test' | 'live'
  last4: string
  /** Kept coarsely: it may be up to ten minutes older than the last use. */
  last_used_at: string | null
  revoked_at: string | null
  created_at: string
}
