import type { Request } from 'express'
import type { Locale } from '../../common/kit/format.ts'

/** The language that was chosen on the page, if one was. */
export function requestedLocale({ query }: Pick<Request, 'query'>): Locale | undefined {
  return query.lang === 'en' || query.lang === 'mn' ? query.lang : undefined
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
  const offered = fallback === 'en' ? ['en', 'mn'] : ['mn', 'en']
  return (request.acceptsLanguages(offered) || fallback) as Locale
}
