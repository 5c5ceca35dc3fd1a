import { constants, crc32, deflateRawSync } from 'node:zlib'
import type { Request, Response } from 'express'
import type { PageFrame } from './frame.ts'
import type { PageView } from './kit/page-view.ts'
import { render } from './render.ts'

/** The header of a gzip file without a name and a time (RFC 1952, section 2.3). */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])

/** Renders and sends a page. A script that updates a page in place needs no style sheets, so it gets the page without its start. */
export function sendPage(
  request: Request,
  response: Response,
  status: number,
  { template, view }: Pick<PageView, 'template' | 'view'>,
): void {
  const { page } = view as { page: PageFrame }
  const start = isUpdate(request) ? NO_START : cachedStart(page)
  sendHtml(request, response, status, start, render(template, view))
}

/**
 * Sends a page, compressed if the browser accepts that. The compressed length reveals no secret of the page (the BREACH
 * attack): an attacker who does not know the secret address gets no page. `rest` is the HTML after the start.
 */
export function sendHtml(
  request: Request,
  response: Response,
  status: number,
  start: PageStart,
  rest: string,
): void {
  const compressed = request.acceptsEncodings(['gzip', 'identity']) === 'gzip'
  response.statusCode = status
  response.setHeader('Content-Type', 'text/html; charset=utf-8')
  response.setHeader('Vary', 'Accept-Encoding')
  if (compressed) response.setHeader('Content-Encoding', 'gzip')
  const bytes = Buffer.from(rest)
  response.end(compressed ? gzip(start, bytes) : Buffer.concat([start.bytes, bytes]))
}

/** Compresses a page: the compressed start, then the rest, as one gzip file. */
function gzip(start: PageStart, rest: Buffer): Buffer {
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(crc32(rest, start.checksum), 0)
  trailer.writeUInt32LE(start.bytes.length + rest.length, 4)
  return Buffer.concat([GZIP_HEADER, start.deflated, deflateRawSync(rest, { level: 5 }), trailer])
}

/** The start of a page, with its style sheets. */
export interface PageStart {
  bytes: Buffer
  /** Ends at a byte boundary, so that more can be appended (`Z_FULL_FLUSH` in zlib's manual). */
  deflated: Buffer
  checksum: number
}

/** Returns whether a script asks for the page to update the one that is open. */
export function isUpdate({ headers }: Request): boolean {
  return 'hx-request' in headers || 'hx-history-restore-request' in headers
}

/**
 * Returns whether a press is answered in the page that is open (views/assets/press.js). Its redirect to the same page has the header,
 * too.
 */
export function isInPlace({ headers }: Request): boolean {
  return 'x-in-place' in headers
}

const NO_START = pageStart('')

/** By language and style sheets. */
const starts = new Map<string, PageStart>()

function cachedStart(page: PageFrame): PageStart {
  const key = `${page.lang} ${page.sheets.join()}`
  const known = starts.get(key)
  if (known) return known
  const start = pageStart(render('layouts/start', { page }))
  starts.set(key, start)
  return start
}

/** Returns the start of a page in both forms. */
export function pageStart(html: string): PageStart {
  const bytes = Buffer.from(html)
  const deflated = deflateRawSync(bytes, { level: 9, finishFlush: constants.Z_FULL_FLUSH })
  return { bytes, deflated, checksum: crc32(bytes) }
}
