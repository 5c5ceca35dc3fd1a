import type { SentenceKey } from '../../../common/kit/sentence-key.ts'
import type { Translate } from '../../../common/services/text/translate.ts'

/** Translations of common network errors, by a part of the error text. Older rows have the code of the system. */
const PROBLEMS: readonly (readonly [part: RegExp, sentence: SentenceKey])[] = [
  [/ECONNREFUSED|the connection was refused/, 'dashboard.deliveries.refused'],
  [/ENOTFOUND|the name does not resolve/, 'dashboard.deliveries.no_name'],
  [/ETIMEDOUT|timed out|no answer within/, 'dashboard.deliveries.too_slow'],
]

/** Returns in the member's language why an endpoint did not respond; an unknown error as it is, and null if it responded. */
export function problemText(error: string | null, t: Translate): string | null {
  const known = error === null ? undefined : PROBLEMS.find(([part]) => part.test(error))
  return known ? t(known[1]) : error
}
