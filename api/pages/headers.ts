import type { NextFunction, Request, Response } from 'express'
import helmet from 'helmet'
import { config } from '../../common/runtime/config.ts'
import { sheetSources } from './sheets.ts'

const POLICY = 'Content-Security-Policy'

/** Allows an inline style by its source, such as the hash of its text. */
export function allowStyle(response: Response, source: string): void {
  response.setHeader(POLICY, `${String(response.getHeader(POLICY))} ${source}`) // `style-src` is the last directive
}

/** Lets a page show another of our pages in a frame. */
export function allowFrames(response: Response): void {
  response.setHeader(POLICY, `frame-src 'self';${String(response.getHeader(POLICY))}`)
}

/** Lets our other pages show this page in a frame. */
export function allowEmbedding(response: Response): void {
  const policy = String(response.getHeader(POLICY))
  response.setHeader(POLICY, policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'"))
  response.setHeader('X-Frame-Options', 'SAMEORIGIN')
}

/**
 * Returns a handler that sets the security headers of a page. The page loads nothing from other hosts, is not cached, and
 * sends no referrer. Only our style sheets may be inline, and the style that `allowStyle` names. Helmet's defaults would allow all
 * inline styles and break plain http.
 */
export function pageHeaders() {
  const secure = config().baseUrl.startsWith('https:')
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
        styleSrc: ["'self'", ...sheetSources], // the last one, see `allowStyle`
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
    response.setHeader('Cache-Control', 'no-store')
    response.setHeader('X-Robots-Tag', 'noindex')
    protect(request, response, next)
  }
}
