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
  const packed = html.length > WORTH_IT && request.acceptsEncodings(['gzip', 'identity']) === 'gzip'
  response.statusCode = status
  response.setHeader('Content-Type', 'text/html; charset=utf-8')
  response.setHeader('Vary', 'Accept-Encoding')
  if (packed) response.setHeader('Content-Encoding', 'gzip')
  // As text it goes out in one write with its headers, as bytes in two.
  response.end(packed ? gzipSync(html, { level: 5 }) : html)
}
