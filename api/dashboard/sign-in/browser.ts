import { parse } from 'cookie'
import type { Request, Response } from 'express'
import { SESSION_LIFETIME } from '../../../common/domain/members/session.ts'
import { SIGN_IN_LIFETIME } from '../../../common/domain/members/sign-in.ts'
import { canonicalEmail } from '../../../common/kit/email.ts'
import { randomToken, sha256 } from '../../../common/kit/secrets.ts'
import type { BegunSession } from '../../../common/services/members/begin-session.ts'
import { arePasskeysPossible } from '../../../common/services/members/passkeys.ts'
import type { Browser } from '../../../common/services/members/sign-in.ts'
import type { SignIn } from '../../../common/services/members/sign-ins-table.ts'
import type { AnyVisit } from '../../pages/hosted-page.ts'
import { chooseLocale, requestedLocale } from '../../pages/locale.ts'
import { Addresses } from '../addresses.ts'
import { browserCookie, dashboardOnly, sessionCookie } from '../cookies.ts'

/** A browser before it signs in. `secret` is its own: it proves that a form comes from a page that we sent to it. */
export interface BrowserVisit extends AnyVisit {
  addresses: Addresses
}

/** Returns the visit of a browser. A new one gets its secret with the page (`keepBrowser`). */
export function browserVisitOf(request: Request): BrowserVisit {
  return {
    scope: null,
    locale: chooseLocale(request, 'auto', 'en'),
    secret: browserCookie.read(request) ?? randomToken(32),
    addresses: new Addresses(requestedLocale(request)),
  }
}

/** Stores the browser's secret, if it has none yet. */
export function keepBrowser(request: Request, response: Response, { secret }: BrowserVisit): void {
  if (browserCookie.read(request) === null) browserCookie.keep(response, secret)
}

const TYPED = 'tolbor_sign_in_address'

/** Stores the typed address, so that the next page can show it: the database has only its hash. */
export function keepTypedAddress(response: Response, email: string): void {
  response.cookie(TYPED, email, { maxAge: SIGN_IN_LIFETIME, ...dashboardOnly() })
}

/** Returns the address that was typed in this browser for a sign-in; null if it is not known any more. */
export function typedAddress({ headers }: Request, { emailHash }: Pick<SignIn, 'emailHash'>): string | null {
  const email = parse(headers.cookie ?? '')[TYPED] ?? ''
  return sha256(canonicalEmail(email)).equals(emailHash) ? email : null
}

/** Returns the browser as the operations need it. */
export function browserOf(request: Request): Browser {
  return { userAgent: request.headers['user-agent'] ?? '', session: sessionCookie.read(request) }
}

/** Stores the secret of a new session. */
export function keepSession(response: Response, secret: string): void {
  sessionCookie.keep(response, secret, SESSION_LIFETIME)
}

/** Returns the page to open after a sign-in by email: the one that was asked for. The first sign-in offers a passkey. */
export function goalAfter({ isFirst }: BegunSession, goal: string | null, addresses: Addresses): string {
  if (goal === null && isFirst && arePasskeysPossible()) return addresses.passkeys({ offer: '1' })
  return addresses.page(goal ?? '/dashboard')
}
