import type { Picture } from '../images/rules/picture.ts'
import type { Locale } from '../kit/format.ts'
import type { EmailKind } from './payloads.ts'

/** An email that this worker, and no other, is to send. */
export interface ClaimedEmail {
  id: number
  project_id: number
  is_test: number
  kind: EmailKind
  customer_id: number | null
  recipient: string
  locale: Locale
  words: string
  /** The customer's number for links into the portal, as it is now. */
  link_version: number
  /** Of a receipt: what stands beside its lines, by item. */
  pictures: ReadonlyMap<number, Picture>
  /** The request that caused it, for the log: a job of the scanner does not know. */
  request_id: string | null
  /** This try is the first, the second …; it also tells our claim from a later one. */
  tries: number
}
