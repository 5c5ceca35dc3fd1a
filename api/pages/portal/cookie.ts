import { parse } from 'cookie'
import type { Request, Response } from 'express'
import { config } from '../../../common/runtime/config.ts'

/** Browsers take a name with this prefix only from https, for this host alone, and from no other path. */
function name(): string {
  return isSecure() ? '__Host-tolbor_portal' : 'tolbor_portal'
}

function isSecure(): boolean {
  return config().baseUrl.startsWith('https:')
}

const SECRET = /^[A-Za-z0-9_-]{43}$/

/** The secret of the session that the browser has, or null. */
export function sessionSecret({ headers }: Request): string | null {
  const secret = parse(headers.cookie ?? '')[name()] ?? ''
  return SECRET.test(secret) ? secret : null
}

/** The browser keeps it until it is closed; how long it opens anything, the server says. */
export function keepSession(response: Response, secret: string): void {
  response.cookie(name(), secret, { httpOnly: true, sameSite: 'lax', secure: isSecure() })
}
