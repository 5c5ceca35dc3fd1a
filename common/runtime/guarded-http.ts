import type { LookupFunction, Socket } from 'node:net'
import { buildConnector, Client } from 'undici'
import { isClosedPort } from '../kit/closed-ports.ts'
import { isPublicAddress } from '../kit/public-address.ts'
import { SECOND } from '../kit/time.ts'
import { type Address, checkedAddresses } from './checked-addresses.ts'
import { OutsideError, outsideError } from './outside-error.ts'
import { ownNetworkWorks } from './own-network.ts'

/** What a call to an address that a user chose may do and use up. */
export interface Guard {
  /** `http:` too; else `https:` only. */
  allowHttp: boolean
  /** Addresses that are not public too: for development. */
  allowPrivate: boolean
  /** Which addresses are public; tests, which know this machine alone, have their own idea. */
  isPublic?: (address: string) => boolean
  /** Milliseconds for the connection, and for everything together. */
  connectWithin?: number
  answerWithin?: number
  /** Bytes of the answer that are read; the rest is cut off. */
  readAtMost?: number
  /** Ends the call as well. */
  signal?: AbortSignal
}

export interface OutsideRequest {
  method: 'GET' | 'POST' | 'DELETE'
  url: string
  headers: Record<string, string>
  body?: string
}

export interface OutsideResponse {
  status: number
  headers: Record<string, string | string[] | undefined>
  /** As much of it as came in time, up to the limit. */
  body: Buffer
}

export const CONNECT_WITHIN = 5 * SECOND
export const RESPONSE_TIMEOUT = 15 * SECOND
export const READ_AT_MOST = 64 * 1024

/**
 * Not all that comes is body: interim answers, status lines and the extensions of chunks have no end of
 * their own, and reading them costs a whole processor. Even a body in chunks of one byte stays below
 * eight times its length.
 */
const WIRE_AT_MOST = 256 * 1024
/** Milliseconds. */
const METERED_EVERY = 20

/**
 * The one way out to an address that a user controls. The name is resolved once, every address it has
 * is checked, and a checked one is connected to; redirects and the environment's proxies are not
 * followed. Throws an `OutsideError` where no answer came, which says whose fault that is; a body that
 * breaks off is no error.
 */
export async function guardedRequest(request: OutsideRequest, guard: Guard): Promise<OutsideResponse> {
  const { answerWithin = RESPONSE_TIMEOUT, connectWithin = CONNECT_WITHIN, readAtMost = READ_AT_MOST } = guard
  const mostOnTheWire = WIRE_AT_MOST + 8 * readAtMost
  const url = new URL(request.url)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && guard.allowHttp))
    throw new OutsideError('the address must start with https://')
  if (isClosedPort(url)) throw new OutsideError('the port belongs to another kind of service')

  const giveUp = new AbortController()
  const timer = setTimeout(() => {
    giveUp.abort(new OutsideError(`no answer within ${answerWithin / SECOND} s`))
  }, answerWithin)
  let client: Client | undefined
  try {
    const addresses = await checkedAddresses(url.hostname, guard, connectWithin)
    client = new Client(url.origin, {
      connect: connectTo(addresses, guard, (socket) => {
        meter(socket, mostOnTheWire, () => {
          giveUp.abort(new OutsideError('the answer is too long'))
        })
      }),
    })
    const answer = await client.request({
      method: request.method,
      path: url.pathname + url.search,
      headers: request.headers,
      body: request.body ?? null,
      signal: guard.signal ? AbortSignal.any([giveUp.signal, guard.signal]) : giveUp.signal,
      reset: true,
    })
    const { statusCode: status, headers } = answer
    return { status, headers, body: await readSome(answer.body, readAtMost) }
  } catch (error) {
    throw await checked(outsideError(error, connectWithin))
  } finally {
    clearTimeout(timer)
    client?.destroy().catch(() => undefined)
  }
}

/** Calls `tooMuch` while more than `most` bytes have come, until the socket is closed. */
function meter(socket: Socket, most: number, tooMuch: () => void): void {
  const timer = setInterval(() => {
    if (socket.bytesRead > most) tooMuch()
  }, METERED_EVERY)
  socket.once('close', () => {
    clearInterval(timer)
  })
}

/** Whose fault it was, decided: what looks the same from here is ours only where our own network is down. */
async function checked(error: OutsideError): Promise<OutsideError> {
  if (error.fault !== 'unclear') return error
  return new OutsideError(error.message, (await ownNetworkWorks()) ? 'theirs' : 'ours')
}

/** Connects to the checked addresses only, and looks once more at whom it reached. */
function connectTo(
  addresses: Address[],
  { allowPrivate, isPublic = isPublicAddress, connectWithin = CONNECT_WITHIN }: Guard,
  connected: (socket: Socket) => void,
): buildConnector.connector {
  const lookup: LookupFunction = (_host, options, done) => {
    if (options.all) done(null, addresses)
    else done(null, addresses[0]!.address, addresses[0]!.family)
  }
  const connect = buildConnector({
    timeout: connectWithin,
    lookup,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: Math.ceil(connectWithin / 4),
    maxCachedSessions: 0,
    keepAlive: false,
  })
  return (options, done) => {
    connect(options, (...[error, socket]) => {
      if (error) done(error, null)
      else if (allowPrivate || isPublic(socket.remoteAddress ?? '')) {
        connected(socket)
        done(null, socket)
      } else {
        socket.destroy()
        done(new OutsideError('the address is not public'), null)
      }
    })
  }
}

/** The beginning of a body; an end that never comes, or a connection that breaks, is simply its end. */
async function readSome(body: AsyncIterable<Buffer>, atMost: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of body) {
      chunks.push(chunk)
      length += chunk.length
      if (length >= atMost) break
    }
  } catch {
    // What has come is all there is.
  }
  return Buffer.concat(chunks).subarray(0, atMost)
}
