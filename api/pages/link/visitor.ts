import { parse } from 'cookie'
import type { Request, Response } from 'express'
import { randomToken } from '../../../common/kit/secrets.ts'
import { DAY } from '../../../common/kit/time.ts'
import { config } from '../../../common/runtime/config.ts'
import { formOf } from '../form.ts'

const SECRET = /^[A-Za-z0-9_-]{22}$/

/** Returns the cookie's name. Browsers accept the prefix `__Host-` only over https, for this host and for all paths. */
function name(): string {
  return isSecure() ? '__Host-tolbor_visitor' : 'tolbor_visitor'
}

function isSecure(): boolean {
  return config().baseUrl.startsWith('https:')
}

/**
 * Returns the secret that identifies a browser on the pages of payment links: from the form that it sends, so that it also
 * works without cookies, or else from its cookie. A new browser gets a new one.
 */
export function visitorOf(request: Request): string {
  const sent = request.method === 'POST' ? formOf(request).visitor : undefined
  const known = sent ?? parse(request.headers.cookie ?? '')[name()] ?? ''
  return SECRET.test(known) ? known : randomToken()
}

/** Sets the cookie, so that the same browser finds its open checkout again. An open checkout lives for a day. */
export function keepVisitor(response: Response, visitor: string): void {
  response.cookie(name(), visitor, { httpOnly: true, sameSite: 'lax', secure: isSecure(), maxAge: DAY })
}
