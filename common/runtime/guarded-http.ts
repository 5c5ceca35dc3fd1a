import type { LookupFunction, Socket } from 'node:net'
import type * as Undici from 'undici'
import { isClosedPort } from '../kit/closed-ports.ts'
import { lazily } from '../kit/lazily.ts'
import { isPublicAddress } from '../kit/public-address.ts'
import { SECOND } from '../kit/time.ts'
import { type Address, checkedAddresses } from './checked-addresses.ts'
import { OutsideError, outsideError } from './outside-error.ts'
import { ownNetworkWorks } from './own-network.ts'

const undici = lazily<typeof Undici>('undici')

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
 * The one way out to an address that a user controls. The name is resolved once per connection, every address it
 * has is checked, and a checked one is connected to; redirects and the environment's proxies are not followed.
 * Throws an `OutsideError` where no answer came, which says whose fault that is; a body that breaks off is no error.
 */
export async function guardedRequest(request: OutsideRequest, guard: Guard): Promise<OutsideResponse> {
  const line = openLine({ keep: false })
  try {
    return await line.request(request, guard)
  } finally {
    line.close()
  }
}

/** Requests one after the other, by one connection as long as both sides leave it open. */
export interface Line {
  request: (request: OutsideRequest, guard: Guard) => Promise<OutsideResponse>
  close: () => void
}

/** Milliseconds after which an unused connection is closed: many a receiver does so after a few seconds. */
const IDLE = SECOND

/** A connection that is made when it is first needed, and anew where the last answer did not come whole. */
export function openLine({ keep = true } = {}): Line {
  let open: Connection | undefined
  function close(): void {
    open?.client.destroy().catch(() => undefined)
    open = undefined
  }

  async function request(asked: OutsideRequest, guard: Guard): Promise<OutsideResponse> {
    const url = new URL(asked.url)
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && guard.allowHttp))
      throw new OutsideError('the address must start with https://')
    if (isClosedPort(url)) throw new OutsideError('the port belongs to another kind of service')
    if (open && open.origin !== url.origin) close()
    const through = (open ??= connection(url, guard))
    const { connectWithin = CONNECT_WITHIN } = guard
    const came = through.bytesRead()
    try {
      const { isWhole, ...answer } = await ask(through, asked, guard, keep)
      if (isWhole) through.isUsed = true
      else close()
      return answer
    } catch (error) {
      close()
      // Closed by the other side while it lay unused, at the very moment of this request: that is nobody's fault.
      const wasStale = through.isUsed && through.bytesRead() === came && !(error instanceof OutsideError)
      if (wasStale) return request(asked, guard)
      throw await checked(outsideError(error, connectWithin))
    }
  }
  return { request, close }
}

/** What goes to one origin; undici makes the connection, and another where that has ended. */
interface Connection {
  client: Undici.Client
  origin: string
  /** Whether an answer has come by it, and whole. */
  isUsed: boolean
  bytesRead: () => number
  /** Is called where the answer under way is too long. */
  tooMuch: () => void
  /** So many bytes may have come before it is. */
  readAtMost: number
}

function connection(url: URL, guard: Guard): Connection {
  const { Client } = undici()
  let socket: Socket | undefined
  const made: Connection = {
    client: new Client(url.origin, {
      keepAliveTimeout: IDLE,
      keepAliveMaxTimeout: IDLE,
      connect: connectTo(url.hostname, guard, (connected) => {
        socket = connected
        made.readAtMost = mostOnTheWire(guard)
        meter(connected, made)
      }),
    }),
    origin: url.origin,
    isUsed: false,
    bytesRead: () => socket?.bytesRead ?? 0,
    tooMuch: () => undefined,
    readAtMost: Infinity,
  }
  return made
}

function mostOnTheWire({ readAtMost = READ_AT_MOST }: Guard): number {
  return WIRE_AT_MOST + 8 * readAtMost
}

async function ask(
  through: Connection,
  { method, url, headers, body }: OutsideRequest,
  guard: Guard,
  keep: boolean,
): Promise<OutsideResponse & { isWhole: boolean }> {
  const { answerWithin = RESPONSE_TIMEOUT, readAtMost = READ_AT_MOST, signal } = guard
  const giveUp = new AbortController()
  const timer = setTimeout(() => {
    giveUp.abort(new OutsideError(`no answer within ${answerWithin / SECOND} s`))
  }, answerWithin)
  through.readAtMost = through.bytesRead() + mostOnTheWire(guard)
  through.tooMuch = () => {
    giveUp.abort(new OutsideError('the answer is too long'))
  }
  try {
    const { pathname, search } = new URL(url)
    const answer = await through.client.request({
      method,
      path: pathname + search,
      headers,
      body: body ?? null,
      signal: signal ? AbortSignal.any([giveUp.signal, signal]) : giveUp.signal,
      reset: !keep,
    })
    const { statusCode: status, headers: said } = answer
    return { status, headers: said, ...(await readSome(answer.body, readAtMost)) }
  } finally {
    clearTimeout(timer)
    through.tooMuch = () => undefined
  }
}

/** Watches how much comes, until the socket is closed. */
function meter(socket: Socket, through: Connection): void {
  const timer = setInterval(() => {
    if (socket.bytesRead > through.readAtMost) through.tooMuch()
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

/** Resolves and checks, connects to the checked addresses only, and looks once more at whom it reached. */
function connectTo(
  hostname: string,
  guard: Guard,
  connected: (socket: Socket) => void,
): Undici.buildConnector.connector {
  const { allowPrivate, isPublic = isPublicAddress, connectWithin = CONNECT_WITHIN } = guard
  return (options, done) => {
    checkedAddresses(hostname, guard, connectWithin).then(
      (addresses) => {
        connectorFor(addresses, connectWithin)(options, (...[error, socket]) => {
          if (error) done(error, null)
          else if (allowPrivate || isPublic(socket.remoteAddress ?? '')) {
            connected(socket)
            done(null, socket)
          } else {
            socket.destroy()
            done(new OutsideError('the address is not public'), null)
          }
        })
      },
      (error: unknown) => {
        done(error as Error, null)
      },
    )
  }
}

function connectorFor(addresses: Address[], connectWithin: number): Undici.buildConnector.connector {
  const lookup: LookupFunction = (_host, options, done) => {
    if (options.all) done(null, addresses)
    else done(null, addresses[0]!.address, addresses[0]!.family)
  }
  return undici().buildConnector({
    timeout: connectWithin,
    lookup,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: Math.ceil(connectWithin / 4),
    maxCachedSessions: 0,
    keepAlive: false,
  })
}

/** The beginning of a body; an end that never comes, or a connection that breaks, is simply its end. */
async function readSome(
  body: AsyncIterable<Buffer>,
  atMost: number,
): Promise<{ body: Buffer; isWhole: boolean }> {
  const chunks: Buffer[] = []
  let length = 0
  let isWhole = false
  try {
    for await (const chunk of body) {
      chunks.push(chunk)
      length += chunk.length
      if (length >= atMost) return { body: Buffer.concat(chunks).subarray(0, atMost), isWhole }
    }
    isWhole = true
  } catch {
    // What has come is all there is.
  }
  return { body: Buffer.concat(chunks), isWhole }
}
