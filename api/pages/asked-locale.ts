import type { Request } from 'express'
import type { Locale } from './words.ts'

/** The language that was chosen on the page, if one was. */
export function requestedLocale({ query }: Request): Locale | undefined {
  return query.lang === 'en' || query.lang === 'mn' ? query.lang : undefined
}
