import { randomBytes } from 'node:crypto'
import type { NextFunction, Request, Response } from 'express'
import helmet from 'helmet'
import { config } from '../../common/runtime/config.ts'

interface PageLocals {
  nonce: string
}

/** The nonce of the one style in which the merchant's colour comes. */
export function nonceOf(response: Response): string {
  return (response.locals as PageLocals).nonce
}

/**
 * Nothing from elsewhere, nothing inline but the nonced style, nothing kept, nothing told to whom the
 * customer goes next. Helmet's own defaults would allow inline styles and break plain http.
 */
export function pageHeaders() {
  const secure = config().baseUrl.startsWith('https:')
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        styleSrc: ["'self'", (_request, response) => `'nonce-${nonceOf(response as Response)}'`],
        scriptSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
      },
    },
    strictTransportSecurity: secure ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
  })
  return (request: Request, response: Response, next: NextFunction): void => {
    ;(response.locals as PageLocals).nonce = randomBytes(16).toString('base64')
    response.setHeader('Cache-Control', 'no-store')
    response.setHeader('X-Robots-Tag', 'noindex')
    protect(request, response, next)
  }
}
