import type { Request } from 'express'
import { type Locale, LOCALES } from '../../common/kit/languages.ts'

/** The language that was chosen on the page, if one was. */
export function requestedLocale({ query }: Pick<Request, 'query'>): Locale | undefined {
  return LOCALES.find((locale) => locale === query.lang)
}

/** What was chosen on the page, else what the merchant fixed, else the browser's wish, else `fallback`. */
export function chooseLocale(
  request: Pick<Request, 'query' | 'acceptsLanguages'>,
  fixed: 'auto' | Locale,
  fallback: Locale,
): Locale {
  const chosen = requestedLocale(request) ?? (fixed === 'auto' ? null : fixed)
  if (chosen) return chosen
  // Who takes any language gets the first one named here.
  const offered = [fallback, ...LOCALES.filter((locale) => locale !== fallback)]
  return (request.acceptsLanguages(offered) || fallback) as Locale
}
