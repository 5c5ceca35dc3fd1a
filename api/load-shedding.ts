import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { NextFunction, Request, Response } from 'express'
import { Refusal } from '../common/kit/refusal.ts'
import { config } from '../common/runtime/config.ts'
import { gauge, requestsShed } from '../common/runtime/metrics.ts'
import { bodyOf, RETRY_SOON } from './answer.ts'
import { requestIdOf } from './request-id.ts'

/** The number of requests that run or wait in this process. */
let inFlight = 0

gauge('tolbor_http_requests_in_flight', 'Requests that are running or waiting', [], () =>
  Promise.resolve([{ labels: {}, value: inFlight }]),
)

/**
 * The delay before a refusal is sent, in milliseconds. Clients that ignore Retry-After and retry at once slow down the
 * admitted requests: 250 such connections halved the throughput. A delayed refusal costs nothing.
 */
const REFUSAL_DELAY = 250

const OVERLOADED = new Refusal({ code: 'overloaded' })

/** One request's slot among those in flight. */
class Place {
  readonly #response: ServerResponse
  readonly #most: number
  #isTaken = false

  constructor(response: ServerResponse, most: number) {
    this.#response = response
    this.#most = most
  }

  /** Takes a slot until the answer is sent. Returns false if no slot is free. */
  take(): boolean {
    if (inFlight >= this.#most) {
      requestsShed.inc()
      return false
    }
    if (this.#response.closed) return true // the client has disconnected
    this.#isTaken = true
    inFlight += 1
    return true
  }

  leave(): void {
    if (this.#isTaken) inFlight -= 1
    this.#isTaken = false
  }
}

/** The key of the slot of a request that has a body. A WeakMap would keep finished requests (docs/performance.md, "Garbage"). */
const PLACE = Symbol('place')

interface Placed extends IncomingMessage {
  [PLACE]?: Place
}

/**
 * Reads a request body without holding a slot, so that slow senders do not block others. Takes a slot again afterwards.
 * Throws `overloaded` if none is free.
 */
export async function readOutsideFlight<Body>(request: Placed, read: () => Promise<Body>): Promise<Body> {
  const place = request[PLACE]
  if (!place || request.complete) return read()
  place.leave()
  const body = await read()
  if (place.take()) return body
  await pause(REFUSAL_DELAY)
  throw OVERLOADED
}

/** Caps the requests in flight of this process. Further ones get 503: a longer queue would only delay every answer. */
export class LoadShedder {
  readonly #most: number

  constructor(most = config().maxConcurrentRequests) {
    this.#most = most
  }

  /** Admits a request if a slot is free. It holds the slot until it is answered; see `readOutsideFlight`. */
  #admits(request: Placed, response: ServerResponse): boolean {
    const place = new Place(response, this.#most)
    if (!place.take()) return false
    if (hasBody(request)) request[PLACE] = place
    response.once('close', () => {
      place.leave()
    })
    return true
  }

  /**
   * Wraps `app` and refuses API requests before it. Refusals come in large numbers under overload, so they must be cheap:
   * they are not logged either.
   */
  beforeApi(app: RequestListener): RequestListener {
    return (request, response) => {
      if (!API.test(request.url ?? '') || this.#admits(request, response)) app(request, response)
      else delay(() => answerOverloaded(request, response))
    }
  }

  /** Refuses requests for pages and providers' hints, as middleware. */
  readonly beforeOthers = (request: Request, response: Response, next: NextFunction): void => {
    if (this.#admits(request, response)) next()
    else delay(() => next(OVERLOADED))
  }
}

/** The scheme of an absolute target may be any: Express ignores it. */
const API = /^(?:[a-z]+:\/\/[^/]*)?\/(?:api\/)?v1(?:[/?]|$)/i

function delay(refuse: () => void): void {
  setTimeout(refuse, REFUSAL_DELAY)
}

function answerOverloaded(request: IncomingMessage, response: ServerResponse): void {
  const id = requestIdOf(request)
  response.writeHead(OVERLOADED.status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': id,
    'Retry-After': RETRY_SOON,
  })
  response.end(JSON.stringify(bodyOf(OVERLOADED, id, {})))
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
