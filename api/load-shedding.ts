import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { NextFunction, Request, Response } from 'express'
import { Refusal } from '../common/kit/refusal.ts'
import { config } from '../common/runtime/config.ts'
import { gauge, requestsShed } from '../common/runtime/metrics.ts'
import { bodyOf, RETRY_SOON } from './answer.ts'
import { requestIdOf } from './request-id.ts'

/** Requests that this process is working at, or that wait for their turn in it. */
let inFlight = 0

gauge('tolbor_http_requests_in_flight', 'Requests that are being worked at or wait for their turn', [], () =>
  Promise.resolve([{ labels: {}, value: inFlight }]),
)

/**
 * How long a refusal is held back, in milliseconds. Clients that send again at once, whatever they are told, take from
 * those inside: 250 such connections took half of what was done. While it is held back a refusal costs nothing.
 */
const REFUSED_AFTER = 250

const OVERLOADED = new Refusal({ code: 'unavailable' })

/**
 * Lets so many requests in at once and answers 503 to whoever comes then. A longer queue would serve nobody sooner, and
 * what waits in it longer than its sender does is work for nothing. One for a process: what is in flight is its own.
 */
export class LoadShedder {
  readonly #most: number

  constructor(most = config().maxConcurrentRequests) {
    this.#most = most
  }

  /**
   * Whether this request may come in; it is counted until it is answered. One whose body is still coming is not
   * counted: how slow a sender is must not shut others out.
   */
  #admits(request: IncomingMessage, response: ServerResponse): boolean {
    if (inFlight >= this.#most) {
      requestsShed.inc()
      return false
    }
    let isCounted = false
    const begin = () => {
      if (response.closed) return
      isCounted = true
      inFlight += 1
    }
    if (hasBody(request)) request.once('end', begin)
    else begin()
    response.once('close', () => {
      if (isCounted) inFlight -= 1
    })
    return true
  }

  /**
   * Before `app`, for the API: who is refused must cost next to nothing, since they are many and come again at once,
   * whatever they are told. So there is no log line either.
   */
  beforeApi(app: RequestListener): RequestListener {
    return (request, response) => {
      if (!API.test(request.url ?? '') || this.#admits(request, response)) app(request, response)
      else delay(() => answerOverloaded(request, response))
    }
  }

  /** Before a page. */
  readonly beforePage = (request: Request, response: Response, next: NextFunction): void => {
    if (this.#admits(request, response)) next()
    else delay(() => next(OVERLOADED))
  }
}

const API = /^(?:https?:\/\/[^/]*)?\/(?:api\/)?v1(?:[/?]|$)/i

function delay(refuse: () => void): void {
  setTimeout(refuse, REFUSED_AFTER)
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
