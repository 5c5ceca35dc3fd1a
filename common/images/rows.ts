import type { Subject } from './rules/picture.ts'

/** A copy that this worker, and no other, is to make. */
export interface ClaimedCopy {
  id: number
  project_id: number
  is_test: number
  subject: Subject
  subject_id: number
  url: string
  /** How often this was asked for: a later wish is not fulfilled by an earlier one's picture. */
  asked: number
  /** This try is the first, the second …; it also tells our claim from a later one. */
  tries: number
  /** The copy that is shown meanwhile. */
  hash: Buffer | null
  /** The request that caused it, for the log. */
  request_id: string | null
}
