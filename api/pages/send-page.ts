import { gzipSync } from 'node:zlib'
import type { Request, Response } from 'express'

/** Below this a page fits into a packet anyway. */
const WORTH_IT = 1_400

/**
 * Sends a page, compressed where the browser takes it: a list of countries is a third of a page and
 * travels as a tenth of itself. Nothing that a stranger could choose stands beside a secret in it: who
 * does not know the secret address gets no page, so its compressed length tells nobody anything.
 */
export function sendPage(request: Request, response: Response, status: number, html: string): void {
  const page = Buffer.from(html)
  const packed = page.length > WORTH_IT && request.acceptsEncodings(['gzip', 'identity']) === 'gzip'
  const body = packed ? gzipSync(page, { level: 5 }) : page
  if (packed) response.set('Content-Encoding', 'gzip')
  response.vary('Accept-Encoding')
  response.status(status).type('html').set('Content-Length', String(body.length)).end(body)
}
