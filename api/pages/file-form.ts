import type { Request, RequestHandler } from 'express'
import { readFormWithFile } from '../read-body.ts'
import { readForm } from './form.ts'

/** A file that was sent with a form. `too_large` if it exceeded the limit and was not kept. */
export type SentFile = Buffer | 'too_large' | null

const files = new WeakMap<Request, ReadonlyMap<string, SentFile>>()

/** Returns the file in a field of a posted form; null without one. */
export function fileOf(request: Request, name: string): SentFile {
  return files.get(request)?.get(name) ?? null
}

/** Returns whether a file was sent. A page cannot give it back to the browser, so the form cannot be sent again from there. */
export function hasFile(request: Request): boolean {
  return (files.get(request)?.size ?? 0) > 0
}

const TYPE = /^multipart\/form-data\s*;.*\bboundary="?([^";]{1,70})"?/i

/**
 * Creates a handler that reads a posted form with files. Reads none if `visit` finds no session, so that only a person with a
 * session can send much.
 */
export function readFileForm(visit: (request: Request) => Promise<object | null>): RequestHandler {
  return async (request, response, next) => {
    const [, boundary] = TYPE.exec(request.headers['content-type'] ?? '') ?? []
    if (boundary === undefined) return readForm(request, response, next)
    if (await visit(request)) await read(request, boundary)
    next()
  }
}

async function read(request: Request, boundary: string): Promise<void> {
  const fields: Record<string, string> = {}
  const found = new Map<string, SentFile>()
  for (const { name, fileName, content } of partsIn(await readFormWithFile(request), boundary))
    if (fileName === null) fields[name] = content?.toString() ?? ''
    else if (fileName !== '') found.set(name, content ?? 'too_large')
  request.body = fields
  files.set(request, found)
}

interface Part {
  name: string
  /** Null for a field without a file, empty if no file was chosen. */
  fileName: string | null
  /** Null if the body ends before it. */
  content: Buffer | null
}

/** Returns the parts of a `multipart/form-data` body (RFC 7578), as browsers send it. */
function partsIn(bytes: Buffer, boundary: string): Part[] {
  const parts: Part[] = []
  const mark = Buffer.from(`\r\n--${boundary}`)
  // The first boundary has no line break before it.
  let at = bytes.indexOf(mark.subarray(2)) + mark.length - 2
  while (at >= mark.length - 2) {
    const contentAt = bytes.indexOf('\r\n\r\n', at) + 4
    if (contentAt < 4) break // behind the last part
    const head = bytes.toString('utf8', at, contentAt)
    const end = bytes.indexOf(mark, contentAt - 2)
    const [, name = ''] = /;\s*name="([^"]*)"/i.exec(head) ?? []
    const [, fileName = null] = /;\s*filename="([^"]*)"/i.exec(head) ?? []
    parts.push({ name, fileName, content: end < 0 ? null : bytes.subarray(contentAt, end) })
    if (end < 0) break
    at = end + mark.length
  }
  return parts
}
