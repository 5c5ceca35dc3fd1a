import type { Subject } from '../../domain/images/picture.ts'

/** A copy that this worker has claimed. */
export interface ClaimedCopy {
  id: number
  project_id: number
  is_test: number
  subject: Subject
  subject_id: number
  url: string
  /** How many times a copy was requested. The result of an earlier request does not satisfy a later one. */
  asked: number
  /** The number of this try, from 1. It also distinguishes our claim from a later one. */
  tries: number
  /** The copy that is shown meanwhile. */
  hash: Buffer | null
  /** The request that caused it, for the log. */
  request_id: string | null
}
