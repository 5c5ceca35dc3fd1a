import { constants, crc32, deflateRawSync } from 'node:zlib'
import type { Request, Response } from 'express'
import type { PageFrame } from './frame.ts'
import type { PageView } from './kit/page-view.ts'
import { render } from './render.ts'

/** Characters from which a page is compressed. A shorter page fits into one packet. */
const COMPRESSED_FROM = 1_400

/** The header of a gzip file without a name and a time (RFC 1952, section 2.3). */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])

/** The first tag that differs between pages. The style sheets come before it (views/layouts/page.hbs). */
const FIRST_OWN_TAG = '<title>'

/** Renders and sends a page. */
export function sendPage(
  request: Request,
  response: Response,
  status: number,
  { template, view }: Pick<PageView, 'template' | 'view'>,
): void {
  const { lang, sheets } = (view as { page: PageFrame }).page
  sendHtml(request, response, status, render(template, view), `${lang} ${sheets.join()}`)
}

/**
 * Sends the HTML of a page, compressed if the browser accepts that. The compressed length reveals no secret of the page (the
 * BREACH attack): an attacker who does not know the secret address gets no page. Pages of the same `kind` have the same text
 * before `FIRST_OWN_TAG`. That text is compressed once.
 */
export function sendHtml(
  request: Request,
  response: Response,
  status: number,
  html: string,
  kind: string,
): void {
  const compressed =
    html.length > COMPRESSED_FROM && request.acceptsEncodings(['gzip', 'identity']) === 'gzip'
  response.statusCode = status
  response.setHeader('Content-Type', 'text/html; charset=utf-8')
  response.setHeader('Vary', 'Accept-Encoding')
  if (compressed) response.setHeader('Content-Encoding', 'gzip')
  response.end(compressed ? gzip(html, kind) : html)
}

/** Compresses a page: the cached start, then the rest, as one gzip file. */
function gzip(html: string, kind: string): Buffer {
  const own = Math.max(0, html.indexOf(FIRST_OWN_TAG))
  let start = starts.get(kind)
  if (!start) starts.set(kind, (start = deflateStart(html.slice(0, own))))
  const rest = Buffer.from(html.slice(own))
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(crc32(rest, start.checksum), 0)
  trailer.writeUInt32LE(start.length + rest.length, 4)
  return Buffer.concat([GZIP_HEADER, start.deflated, deflateRawSync(rest, { level: 5 }), trailer])
}

interface Start {
  /** Ends at a byte boundary, so that more can be appended (`Z_FULL_FLUSH` in zlib's manual). */
  deflated: Buffer
  checksum: number
  /** In bytes, before compression. */
  length: number
}

/** The compressed start of pages, by their kind. */
const starts = new Map<string, Start>()

function deflateStart(text: string): Start {
  const bytes = Buffer.from(text)
  const deflated = deflateRawSync(bytes, { level: 9, finishFlush: constants.Z_FULL_FLUSH })
  return { deflated, checksum: crc32(bytes), length: bytes.length }
}
