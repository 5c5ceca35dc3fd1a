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

/** Permissions and limits of a call to an address that a user chose. */
export interface Guard {
  /** Allows `http:` besides `https:`. */
  allowHttp: boolean
  /** Allows addresses that are not public: for development. */
  allowPrivate: boolean
  /** Replaces the check for public addresses in tests, which only reach this machine. */
  isPublic?: (address: string) => boolean
  /** Milliseconds for the connection (`connectWithin`) and for the whole call (`answerWithin`). */
  connectWithin?: number
  answerWithin?: number
  /** Bytes of the body that are read; the rest is cut off. */
  readAtMost?: number
  /** Aborts the call. */
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
  /** The part that arrived in time, up to the limit. */
  body: Buffer
}

export const CONNECT_WITHIN = 5 * SECOND
export const RESPONSE_TIMEOUT = 15 * SECOND
export const READ_AT_MOST = 64 * 1024

/**
 * Limit of bytes besides the body: interim responses, status lines and chunk extensions could be endless
 * and keep a CPU busy. Even a body in chunks of one byte stays below eight times its length.
 */
const WIRE_AT_MOST = 256 * 1024
/** Interval at which received bytes are checked, in milliseconds. */
const METER_INTERVAL = 20

/**
 * Calls an address that a user controls; all such calls go through here. Resolves the name once per
 * connection, checks all its addresses and connects to a checked one. Follows no redirects or proxies.
 * Throws an `OutsideError` with the fault if no response came. An incomplete body is not an error.
 */
export async function guardedRequest(request: OutsideRequest, guard: Guard): Promise<OutsideResponse> {
  const client = createHttpClient({ keep: false })
  try {
    return await client.request(request, guard)
  } finally {
    client.close()
  }
}

/** Sends requests one after the other over one connection, while both sides keep it open. */
export interface HttpClient {
  request: (request: OutsideRequest, guard: Guard) => Promise<OutsideResponse>
  close: () => void
}

/** Milliseconds until an unused connection is closed: many receivers close theirs after a few seconds. */
const IDLE = SECOND

/** Creates a client. It connects on first use, and reconnects after an incomplete response. */
export function createHttpClient({ keep = true } = {}): HttpClient {
  let open: Connection | undefined
  function close(): void {
    open?.client.destroy().catch(() => undefined)
    open = undefined
  }

  async function request(message: OutsideRequest, guard: Guard): Promise<OutsideResponse> {
    const url = new URL(message.url)
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && guard.allowHttp))
      throw new OutsideError('the address must start with https://')
    if (isClosedPort(url)) throw new OutsideError('the port belongs to another kind of service')
    if (open && open.origin !== url.origin) close()
    const current = (open ??= connection(url, guard))
    const { connectWithin = CONNECT_WITHIN } = guard
    const bytesBefore = current.bytesRead()
    try {
      const { isComplete, ...response } = await send(current, message, guard, keep)
      if (isComplete) current.isUsed = true
      else close()
      return response
    } catch (error) {
      close()
      // The receiver closed the idle connection just as this request was sent: retry, this does not count as a failure.
      const wasStale =
        current.isUsed && current.bytesRead() === bytesBefore && !(error instanceof OutsideError)
      if (wasStale) return request(message, guard)
      throw await withFault(outsideError(error, connectWithin))
    }
  }
  return { request, close }
}

/** A client for one origin; undici opens the connection, and a new one if it has ended. */
interface Connection {
  client: Undici.Client
  origin: string
  /** Whether a complete response has arrived on it. */
  isUsed: boolean
  bytesRead: () => number
  /** Called if the current response is too long. */
  tooMuch: () => void
  /** Value of `bytesRead` above which the response is too long. */
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

async function send(
  through: Connection,
  { method, url, headers, body }: OutsideRequest,
  guard: Guard,
  keep: boolean,
): Promise<OutsideResponse & { isComplete: boolean }> {
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
    const response = await through.client.request({
      method,
      path: pathname + search,
      headers,
      body: body ?? null,
      signal: signal ? AbortSignal.any([giveUp.signal, signal]) : giveUp.signal,
      reset: !keep,
    })
    const { statusCode: status, headers: received } = response
    return { status, headers: received, ...(await readSome(response.body, readAtMost)) }
  } finally {
    clearTimeout(timer)
    through.tooMuch = () => undefined
  }
}

/** Checks the received bytes at intervals until the socket is closed. */
function meter(socket: Socket, through: Connection): void {
  const timer = setInterval(() => {
    if (socket.bytesRead > through.readAtMost) through.tooMuch()
  }, METER_INTERVAL)
  socket.once('close', () => {
    clearInterval(timer)
  })
}

/** Decides an unclear fault: it is ours only if our own network is down. */
async function withFault(error: OutsideError): Promise<OutsideError> {
  if (error.fault !== 'unclear') return error
  return new OutsideError(error.message, (await ownNetworkWorks()) ? 'theirs' : 'ours')
}

/** Resolves and checks the host, connects only to checked addresses, and checks the remote address again. */
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

/** Reads up to `atMost` bytes of a body. A timeout or a broken connection ends the body without an error. */
async function readSome(
  body: AsyncIterable<Buffer>,
  atMost: number,
): Promise<{ body: Buffer; isComplete: boolean }> {
  const chunks: Buffer[] = []
  let length = 0
  let isComplete = false
  try {
    for await (const chunk of body) {
      chunks.push(chunk)
      length += chunk.length
      if (length >= atMost) return { body: Buffer.concat(chunks).subarray(0, atMost), isComplete }
    }
    isComplete = true
  } catch {
    // Keep the part that arrived.
  }
  return { body: Buffer.concat(chunks), isComplete }
}
