import type { Response } from 'express'
import { drawCode } from './code.ts'

/**
 * Sends the picture of a page's address. It says nothing but what whoever asks for it knows already, so nothing is
 * looked up; and it never changes.
 */
export function sendCode(response: Response, url: string): void {
  response.setHeader('Cache-Control', 'private, max-age=31536000, immutable')
  response.type('svg').end(drawCode(url))
}
