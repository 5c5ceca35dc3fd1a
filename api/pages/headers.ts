import { randomUUID } from 'node:crypto'
import type { NextFunction, Request, Response } from 'express'
import helmet from 'helmet'
import { config } from '../../common/runtime/config.ts'
import { sheetSources } from './sheets.ts'

interface PageLocals {
  nonce: string
}

/** Returns the nonce of the page's only inline style, which sets the merchant's colours. */
export function nonceOf(response: Response): string {
  return (response.locals as PageLocals).nonce
}

const POLICY = 'Content-Security-Policy'

/** Lets a page show another of our pages in a frame. */
export function allowFrames(response: Response): void {
  response.setHeader(POLICY, `${String(response.getHeader(POLICY))};frame-src 'self'`)
}

/** Lets our other pages show this page in a frame. */
export function allowEmbedding(response: Response): void {
  const policy = String(response.getHeader(POLICY))
  response.setHeader(POLICY, policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'"))
  response.setHeader('X-Frame-Options', 'SAMEORIGIN')
}

/**
 * Returns a handler that sets the security headers of a page. The page loads nothing from other hosts, is not cached, and
 * sends no referrer. Only our style sheets and the style with the nonce may be inline. Helmet's defaults would allow all
 * inline styles and break plain http.
 */
export function pageHeaders() {
  const secure = config().baseUrl.startsWith('https:')
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        styleSrc: [
          "'self'",
          ...sheetSources,
          (_request, response) => `'nonce-${nonceOf(response as Response)}'`,
        ],
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
    // `requestId` sets it for every response.
    xContentTypeOptions: false,
    // For clients that are gone: Internet Explorer, Flash, and the filters of old browsers.
    ...{ xDownloadOptions: false, xPermittedCrossDomainPolicies: false, xXssProtection: false },
    // Chromium isolates origins by itself, and other browsers ignore the header. On https no browser looks up links ahead.
    ...{ originAgentCluster: false, xDnsPrefetchControl: false },
    // Express does not send it.
    xPoweredBy: false,
  })
  return (request: Request, response: Response, next: NextFunction): void => {
    ;(response.locals as PageLocals).nonce = randomUUID() // fast: Node.js takes its random bytes from a pool
    response.setHeader('Cache-Control', 'no-store')
    response.setHeader('X-Robots-Tag', 'noindex')
    protect(request, response, next)
  }
}
