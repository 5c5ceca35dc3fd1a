import type { Request } from 'express'
import { type Locale, LOCALES } from '../../common/kit/languages.ts'

/** Returns the language that was chosen on the page, if any. */
export function requestedLocale({ query }: Pick<Request, 'query'>): Locale | undefined {
  return LOCALES.find((locale) => locale === query.lang)
}

/** Returns the language chosen on the page, or else the merchant's fixed one, the browser's, or `fallback`. */
export function chooseLocale(
  request: Pick<Request, 'query' | 'headers' | 'acceptsLanguages'>,
  fixed: 'auto' | Locale,
  fallback: Locale,
): Locale {
  return requestedLocale(request) ?? (fixed === 'auto' ? browserLocale(request, fallback) : fixed)
}

const byHeader = new Map<string, Locale>()

/** Returns the language that the browser asks for. Cached by header: browsers send few different, short ones. */
function browserLocale(request: Pick<Request, 'headers' | 'acceptsLanguages'>, fallback: Locale): Locale {
  const key = `${fallback} ${request.headers['accept-language'] ?? '*'}`
  const known = byHeader.get(key)
  if (known) return known
  // For a browser that accepts any language, Express returns the first one here.
  const offered = [fallback, ...LOCALES.filter((locale) => locale !== fallback)]
  const locale = (request.acceptsLanguages(offered) || fallback) as Locale
  if (key.length < 100 && byHeader.size < 1_000) byHeader.set(key, locale)
  return locale
}
