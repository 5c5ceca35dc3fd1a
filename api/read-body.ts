import express, { type Request, type RequestHandler, type Response } from 'express'
import { type Problem, Refusal } from '../common/kit/refusal.ts'
import { cut } from '../common/kit/text.ts'
import { restartDeadline } from '../common/runtime/deadline.ts'
import { localsOf } from './context.ts'
import { jsonFault } from './json-fault.ts'
import { readOutsideFlight } from './load-shedding.ts'

const LARGEST = 256 * 1024

/** The largest body of an endpoint that takes a file, in MB. */
export const LARGEST_FILE_MB = 10
const LARGEST_FILE = LARGEST_FILE_MB * 1024 * 1024

const parser = express.raw({ type: () => true, limit: LARGEST })
const fileParser = express.raw({ type: () => true, limit: LARGEST_FILE })
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

/** The object that no body, and PHP's empty array, count as. */
export const NO_BODY: object = Object.freeze({})

export interface ReadBody {
  /** The decompressed bytes. An idempotency key is compared by them. */
  bytes: Buffer
  json: unknown
}

/**
 * Reads the body of a request as JSON. No body and PHP's empty array count as `{}`. Refuses a body that is not JSON in
 * UTF-8, or larger than 256 KiB after decompression.
 */
export async function readBody(request: Request, response: Response): Promise<ReadBody> {
  const type = request.headers['content-type']
  if (mayHaveBody(request) && type !== undefined && !isJson(type))
    throw new Refusal({ code: 'unsupported_media_type' })
  const bytes = await readBytes(request, response)
  if (bytes.length === 0) return { bytes, json: NO_BODY }
  if (!isJson(type)) throw new Refusal({ code: 'unsupported_media_type' })
  const json = parse(bytes)
  localsOf(response).sent = json
  return { bytes, json: Array.isArray(json) && json.length === 0 ? NO_BODY : json }
}

/** Reads and decompresses a body of any content type. Refuses more than 256 KiB, and bodies that cannot be decompressed. */
export function readBytes(request: Request, response: Response): Promise<Buffer> {
  return readUpTo({ bytes: LARGEST, parser, tooLarge: TOO_LARGE }, request, response)
}

/** Reads a file that is sent as the body, of any type but JSON and forms. Refuses more than `LARGEST_FILE_MB`. */
export async function readFile(
  request: Request,
  response: Response,
  types: readonly string[],
): Promise<Buffer> {
  const type = request.headers['content-type'] ?? ''
  if (isJson(type) || type.toLowerCase().startsWith('multipart/'))
    throw new Refusal({ code: 'unsupported_media_type', params: { types: types.join(' or ') } })
  return readUpTo({ bytes: LARGEST_FILE, parser: fileParser, tooLarge: FILE_TOO_LARGE }, request, response)
}

/**
 * Reads the body of a posted form with a file, or only its beginning if it is larger than `LARGEST_FILE_MB`. The rest is
 * received in any case: a browser reads no answer while it still sends.
 */
export async function readFormWithFile(request: Request): Promise<Buffer> {
  const bytes = await readOutsideFlight(request, () => readBeginning(request))
  restartDeadline()
  return bytes
}

/** The fields next to a file are small. */
const FIELDS = 64 * 1024

function readBeginning(request: Request): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    let length = 0
    request.on('data', (part: Buffer) => {
      const wasKept = length <= LARGEST_FILE + FIELDS
      length += part.length
      if (!wasKept) return
      parts.push(part)
      if (length > LARGEST_FILE + FIELDS)
        parts.splice(0, parts.length, Buffer.concat(parts).subarray(0, FIELDS))
    })
    request.once('end', () => {
      resolve(Buffer.concat(parts))
    })
    request.once('error', reject)
  })
}

interface Limit {
  bytes: number
  /** Reads a body, and decompresses it if needed. */
  parser: RequestHandler
  tooLarge: Problem
}

const TOO_LARGE = { code: 'body_too_large' } as const
const FILE_TOO_LARGE = { code: 'body_too_large', params: { limit: `${LARGEST_FILE_MB} MB` } } as const

async function readUpTo(limit: Limit, request: Request, response: Response): Promise<Buffer> {
  if (!mayHaveBody(request)) return NOTHING
  if (Number(request.headers['content-length'] ?? 0) > limit.bytes) throw new Refusal(limit.tooLarge)
  const bytes = await readOutsideFlight(request, () => parsed(limit, request, response))
  restartDeadline()
  return bytes
}

const NOTHING = Buffer.alloc(0)

/** Reads on after the limit: a client reads no answer while it still sends. */
function parsed(limit: Limit, request: Request, response: Response): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    limit.parser(request, response, (error?: unknown) => {
      if (error) reject(refusalOf(error, limit, request.headers['content-encoding']))
      else resolve(request.body as Buffer)
    })
  })
}

function mayHaveBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function refusalOf({ status }: { status?: number }, limit: Limit, encoding: string | undefined): Refusal {
  if (status === 413) return new Refusal(limit.tooLarge)
  const params = encoding === undefined ? {} : { encoding: cut(encoding, 40) }
  return new Refusal({ code: status === 415 ? 'unsupported_media_type' : 'invalid_json', params })
}

function isJson(header: string | undefined): boolean {
  const [type = '', ...parameters] = (header ?? '').toLowerCase().split(';')
  if (!/^application\/(?:json|[\w.+-]+\+json)$/.test(type.trim())) return false
  const charset = parameters
    .map((parameter) => parameter.trim())
    .find((parameter) => parameter.startsWith('charset='))
  return charset === undefined || /^charset="?utf-?8"?$/.test(charset)
}

/** Returns the position, from 1, of the first byte that is not UTF-8. */
function faultyByte(bytes: Buffer): number {
  const lenient = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  let at = 0
  for (const character of lenient) {
    const size = Buffer.byteLength(character)
    if (character === '\ufffd' && !bytes.subarray(at, at + size).equals(REPLACEMENT)) break
    at += size
  }
  return at + 1
}

/** The character that a decoder writes in place of bytes that are not UTF-8. */
const REPLACEMENT = Buffer.from('\ufffd')

function parse(bytes: Buffer): unknown {
  let text: string
  try {
    text = decoder.decode(bytes)
  } catch {
    throw new Refusal({ code: 'invalid_json', params: { byte: faultyByte(bytes) } })
  }
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new Refusal({ code: 'invalid_json', params: { ...jsonFault(text) } })
  }
}
