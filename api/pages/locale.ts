import type { Request } from 'express'
import { type Locale, LOCALES } from '../../common/kit/languages.ts'

/** The language that was chosen on the page, if one was. */
export function requestedLocale({ query }: Pick<Request, 'query'>): Locale | undefined {
  return LOCALES.find((locale) => locale === query.lang)
}

/** What was chosen on the page, else what the merchant fixed, else the browser's wish, else `fallback`. */
export function chooseLocale(
  request: Pick<Request, 'query' | 'headers' | 'acceptsLanguages'>,
  fixed: 'auto' | Locale,
  fallback: Locale,
): Locale {
  return requestedLocale(request) ?? (fixed === 'auto' ? wishedLocale(request, fallback) : fixed)
}

const wishes = new Map<string, Locale>()

/** Browsers say in few ways, and short ones, what they wish: what comes of each is kept, and nothing of what is none of them. */
function wishedLocale(request: Pick<Request, 'headers' | 'acceptsLanguages'>, fallback: Locale): Locale {
  const said = `${fallback} ${request.headers['accept-language'] ?? '*'}`
  const known = wishes.get(said)
  if (known) return known
  // Who takes any language gets the first one named here.
  const offered = [fallback, ...LOCALES.filter((locale) => locale !== fallback)]
  const wished = (request.acceptsLanguages(offered) || fallback) as Locale
  if (said.length < 100 && wishes.size < 1_000) wishes.set(said, wished)
  return wished
}
