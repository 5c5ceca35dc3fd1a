import { randomUUID } from 'node:crypto'
import type { NextFunction, Request, Response } from 'express'
import helmet from 'helmet'
import { config } from '../../common/runtime/config.ts'
import { sheetSources } from './sheets.ts'

interface PageLocals {
  nonce: string
}

/** The nonce of the one style in which the merchant's colour comes. */
export function nonceOf(response: Response): string {
  return (response.locals as PageLocals).nonce
}

const NONCE = '{nonce}'

/**
 * Returns the headers that protect every page: nothing is loaded from elsewhere, no style is inline but our sheets and
 * the merchant's colour, browsers keep nothing, and the next site does not learn the address. Helmet's own defaults
 * would allow all inline styles and break plain http.
 */
function protections(): [name: string, value: string][] {
  const secure = config().baseUrl.startsWith('https:')
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        styleSrc: [...sheetSources, `'nonce-${NONCE}'`],
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
  const said = new Map([
    ['Cache-Control', 'no-store'],
    ['X-Robots-Tag', 'noindex'],
  ])
  const recorder = {
    setHeader: (name: string, value: string) => said.set(name, value),
    removeHeader: () => undefined,
  }
  protect({} as Request, recorder as unknown as Response, () => undefined)
  return [...said]
}

/** Sets on each answer what protects a page. All of it but the nonce is the same for every page: helmet is asked once. */
export function pageHeaders() {
  const headers = protections()
  return (_request: Request, response: Response, next: NextFunction): void => {
    const nonce = randomUUID() // of random bytes that Node has fetched for many
    ;(response.locals as PageLocals).nonce = nonce
    for (const [name, value] of headers) response.setHeader(name, value.replace(NONCE, nonce))
    next()
  }
}
