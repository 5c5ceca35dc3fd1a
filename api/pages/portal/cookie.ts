import type { Request, Response } from 'express'
import { secretCookie } from '../kit/secret-cookie.ts'

const cookie = secretCookie('tolbor_portal')

/** Returns the secret of the browser's session, or null. */
export function sessionSecret(request: Request): string | null {
  return cookie.read(request)
}

/** Sets the session cookie. The browser deletes it when it is closed; the server ends the session earlier. */
export function keepSession(response: Response, secret: string): void {
  cookie.keep(response, secret)
}
