import type { Picture } from '../../domain/images/picture.ts'
import type { Locale } from '../../kit/format.ts'
import type { EmailKind } from './kinds.ts'

/** An email that this worker has claimed. */
export interface ClaimedEmail {
  id: number
  project_id: number
  is_test: number
  kind: EmailKind
  customer_id: number | null
  recipient: string
  locale: Locale
  payload: string
  /** The customer's current link version, for links into the portal. */
  link_version: number
  /** Pictures of a receipt's lines by item id. */
  pictures: ReadonlyMap<number, Picture>
  /** The request that caused it, for the log: a job of the scanner does not know it. */
  request_id: string | null
  /** The number of this try, from 1. It also tells our claim from a later one. */
  tries: number
}
