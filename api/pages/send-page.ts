import { constants, crc32, deflateRawSync } from 'node:zlib'
import type { Request, Response } from 'express'
import { allowStyle } from './headers.ts'
import type { PageView } from './kit/page-view.ts'
import { render } from './render.ts'
import { type SharedPart, sharedParts, type SharedView } from './shared-parts.ts'

/** Renders and sends a page. A script that updates a page in place needs no style sheets, so it gets the page without its start. */
export function sendPage(
  request: Request,
  response: Response,
  status: number,
  { template, view }: Pick<PageView, 'template' | 'view'>,
): void {
  const { start, head, foot } = sharedParts(view as SharedView)
  const others = [head, render(template, view), foot]
  allowStyle(response, head.styleSource)
  sendHtml(request, response, status, isUpdate(request) ? others : [start, ...others])
}

/**
 * Sends the parts of a page, compressed if the browser accepts that. The compressed length reveals no secret of the page (the
 * BREACH attack): an attacker who does not know the secret address gets no page.
 */
export function sendHtml(
  request: Request,
  response: Response,
  status: number,
  parts: readonly (string | SharedPart)[],
): void {
  const compressed = acceptsGzip(request)
  response.statusCode = status
  response.setHeader('Content-Type', 'text/html; charset=utf-8')
  response.setHeader('Vary', 'Accept-Encoding')
  if (compressed) response.setHeader('Content-Encoding', 'gzip')
  response.end(compressed ? gzip(parts) : Buffer.concat(parts.map(bytesOf)))
}

const byHeader = new Map<string, boolean>()

/** Returns whether the browser accepts gzip. Cached by header: browsers send few different, short ones, and parsing takes 4 % of a page. */
function acceptsGzip(request: Request): boolean {
  const header = request.get('accept-encoding') ?? ''
  const known = byHeader.get(header)
  if (known !== undefined) return known
  const accepts = request.acceptsEncodings(['gzip', 'identity']) === 'gzip'
  if (byHeader.size >= 1_000) byHeader.clear()
  if (header.length < 100) byHeader.set(header, accepts)
  return accepts
}

function bytesOf(part: string | SharedPart): Buffer {
  return typeof part === 'string' ? Buffer.from(part) : part.bytes
}

/** The header of a gzip file without a name and a time (RFC 1952, section 2.3). */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])

/** An empty last block with fixed codes: the end of the compressed data (RFC 1951, section 3.2.3). */
const END = [3, 0]

/** Level 3 takes a fifth less time than level 5, and adds 25 bytes. Most pages fit into one chunk. */
const FRESH = { level: 3, chunkSize: 4_096, finishFlush: constants.Z_FULL_FLUSH }

/** Compresses the parts as one gzip file. */
function gzip(parts: readonly (string | SharedPart)[]): Buffer {
  const chunks: Buffer[] = [GZIP_HEADER]
  let checksum = 0
  let length = 0
  for (const part of parts) {
    const bytes = bytesOf(part)
    const isKnown = typeof part !== 'string' && length === 0
    checksum = isKnown ? part.checksum : crc32(bytes, checksum)
    length += bytes.length
    chunks.push(typeof part === 'string' ? deflateRawSync(bytes, FRESH) : part.deflated)
  }
  const trailer = Buffer.from([...END, 0, 0, 0, 0, 0, 0, 0, 0])
  trailer.writeUInt32LE(checksum, END.length)
  trailer.writeUInt32LE(length, END.length + 4)
  return Buffer.concat([...chunks, trailer])
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
