import type { Request } from 'express'
import type { Locale } from '../../common/kit/languages.ts'
import type { Scope } from '../../common/services/projects/project.ts'
import { requestedLocale } from './locale.ts'

interface Recent {
  scope: Scope
  locale: Locale
}

/** How many addresses are remembered; with more of them all are forgotten. */
const MOST = 5_000

const recent = new Map<string, Recent>()

/** The address of a page that names its object. The portal's pages are at one address for all. */
function addressOf({ method, baseUrl, path }: Request): string | null {
  const address = baseUrl + path
  return method === 'HEAD' || /^\/portal(?=\/|$)/i.test(address) ? null : address
}

/** Remembers whose page stands at an address: so a page that must not ask the database looks and speaks like it. */
export function rememberVisit(request: Request, { scope, locale }: Recent): void {
  const address = addressOf(request)
  if (address === null) return
  if (recent.size >= MOST) recent.clear()
  recent.set(address, { scope, locale })
}

/** Returns whose page this process has last shown at the address of a request, in the language that it asks for. */
export function recallVisit(request: Request): Recent | null {
  const address = addressOf(request)
  const found = address === null ? undefined : recent.get(address)
  return found ? { ...found, locale: requestedLocale(request) ?? found.locale } : null
}
