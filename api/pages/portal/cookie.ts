import { parse } from 'cookie'
import type { Request, Response } from 'express'
import { config } from '../../../common/runtime/config.ts'

/** Returns the cookie's name. Browsers accept the prefix `__Host-` only over https, for this host and for all paths. */
function name(): string {
  return isSecure() ? '__Host-tolbor_portal' : 'tolbor_portal'
}

function isSecure(): boolean {
  return config().baseUrl.startsWith('https:')
}

const SECRET = /^[A-Za-z0-9_-]{43}$/

/** Returns the secret of the browser's session, or null. */
export function sessionSecret({ headers }: Request): string | null {
  const secret = parse(headers.cookie ?? '')[name()] ?? ''
  return SECRET.test(secret) ? secret : null
}

/** Sets the session cookie. The browser deletes it when it is closed; the server ends the session earlier. */
export function keepSession(response: Response, secret: string): void {
  response.cookie(name(), secret, { httpOnly: true, sameSite: 'lax', secure: isSecure() })
}
