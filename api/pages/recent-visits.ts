import type { Request } from 'express'
import type { Locale } from '../../common/kit/languages.ts'
import type { Scope } from '../../common/services/projects/project.ts'
import { requestedLocale } from './locale.ts'

interface Recent {
  scope: Scope
  locale: Locale
}

/** The most cached addresses. If there are more, the cache is cleared. */
const MOST = 5_000

const recent = new Map<string, Recent>()

/** Returns the address of a page, or null for the portal and the dashboard, whose addresses are the same for every visitor. */
function addressOf({ method, baseUrl, path }: Request): string | null {
  const address = baseUrl + path
  return method === 'HEAD' || /^\/(portal|dashboard)(?=\/|$)/i.test(address) ? null : address
}

/** Caches the merchant and language of an address, for error pages that must not query the database. */
export function rememberVisit(request: Request, { scope, locale }: Recent): void {
  const address = addressOf(request)
  if (address === null) return
  if (recent.size >= MOST) recent.clear()
  recent.set(address, { scope, locale })
}

/** Returns the cached merchant of a request's address, and the language that the request asks for. */
export function recallVisit(request: Request): Recent | null {
  const address = addressOf(request)
  const found = address === null ? undefined : recent.get(address)
  return found ? { ...found, locale: requestedLocale(request) ?? found.locale } : null
}
