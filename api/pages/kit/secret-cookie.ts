import { parse } from 'cookie'
import type { Request, Response } from 'express'
import { config } from '../../../common/runtime/config.ts'

const SECRET = /^[A-Za-z0-9_-]{43}$/

/** A cookie with a secret of 256 bits, which scripts cannot read and other sites cannot send with a form. */
export interface SecretCookie {
  /** Returns the browser's secret, or null. */
  read(request: Request): string | null
  /** Stores a secret in the browser, for `lifetime` milliseconds, or until it is closed. */
  keep(response: Response, secret: string, lifetime?: number): void
}

export function secretCookie(base: string): SecretCookie {
  return {
    read: ({ headers }) => {
      const secret = parse(headers.cookie ?? '')[named(base)] ?? ''
      return SECRET.test(secret) ? secret : null
    },
    keep: (response, secret, lifetime) => {
      response.cookie(named(base), secret, {
        ...{ httpOnly: true, sameSite: 'lax', secure: isSecure() },
        ...(lifetime !== undefined && { maxAge: lifetime }),
      })
    },
  }
}

/** Browsers accept the prefix `__Host-` only over https, for this host and for all paths. */
function named(base: string): string {
  return isSecure() ? `__Host-${base}` : base
}

function isSecure(): boolean {
  return config().baseUrl.startsWith('https:')
}
