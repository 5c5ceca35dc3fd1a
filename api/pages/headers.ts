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

const NONCE = '{nonce}'

/**
 * Returns the security headers of a page. It loads nothing from other hosts, is not cached, and sends no referrer. Only our
 * style sheets and the style with the nonce may be inline. Helmet's defaults would allow all inline styles and break plain
 * http.
 */
function securityHeaders(): [name: string, value: string][] {
  const secure = config().baseUrl.startsWith('https:')
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        styleSrc: ["'self'", ...sheetSources, `'nonce-${NONCE}'`],
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
  const headers = new Map([
    ['Cache-Control', 'no-store'],
    ['X-Robots-Tag', 'noindex'],
  ])
  const recorder = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: () => undefined,
  }
  protect({} as Request, recorder as unknown as Response, () => undefined)
  return [...headers]
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

/** Sets the security headers on each response. Helmet runs once, since only the nonce differs between pages. */
export function pageHeaders() {
  const headers = securityHeaders()
  return (_request: Request, response: Response, next: NextFunction): void => {
    const nonce = randomUUID() // fast: Node.js takes its random bytes from a pool
    ;(response.locals as PageLocals).nonce = nonce
    for (const [name, value] of headers) response.setHeader(name, value.replace(NONCE, nonce))
    next()
  }
}
