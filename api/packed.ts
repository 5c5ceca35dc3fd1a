import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Request, Response } from 'express'

/** A response body that is the same for every client, compressed once. */
export interface Packed {
  type: string
  bodies: Record<'br' | 'gzip' | 'identity', Buffer>
}

/** Compresses outside the event loop: a large body may take most of a second. */
export async function pack(type: string, text: string): Promise<Packed> {
  const identity = Buffer.from(text)
  const [br, gz] = await Promise.all([promisify(brotliCompress)(identity), promisify(gzip)(identity)])
  return { type, bodies: { br, gzip: gz, identity } }
}

/** Sends the body in the best encoding that the client accepts. */
export function sendPacked(request: Request, response: Response, { type, bodies }: Packed): void {
  const encoding = (request.acceptsEncodings(['br', 'gzip', 'identity']) || 'identity') as keyof typeof bodies
  if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding)
  response.setHeader('Content-Type', type)
  response.setHeader('Content-Length', bodies[encoding].length)
  response.setHeader('Vary', 'Accept-Encoding')
  response.end(bodies[encoding])
}
