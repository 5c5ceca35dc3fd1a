import type { Response } from 'express'
import { drawCode } from './code.ts'

/**
 * Sends the QR code of a page's address. It never changes. It contains only the address, which the client knows, so the
 * database is not queried.
 */
export function sendCode(response: Response, url: string): void {
  response.setHeader('Cache-Control', 'private, max-age=31536000, immutable')
  response.type('svg').end(drawCode(url))
}
