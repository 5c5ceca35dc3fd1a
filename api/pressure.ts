import type { NextFunction, Request, Response } from 'express'
import { Refusal } from '../common/kit/refusal.ts'
import { gauge, requestsShed } from '../common/runtime/metrics.ts'

/** Requests that this process is working at, or that wait for their turn in it. */
let inFlight = 0

gauge('tolbor_http_requests_in_flight', 'Requests that are being worked at or wait for their turn', [], () =>
  Promise.resolve([{ labels: {}, value: inFlight }]),
)

/**
 * Lets so many requests in at once and answers 503 to whoever comes then, before anything is done for them. A longer
 * queue would serve nobody sooner, and what waits in it longer than its sender does is work for nothing. A request
 * whose body is still coming is not counted: how slow a sender is must not close the door for others.
 */
export function shedBeyond(most: number) {
  return (request: Request, response: Response, next: NextFunction): void => {
    if (inFlight >= most) {
      requestsShed.inc()
      next(new Refusal({ code: 'unavailable' }))
      return
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
    next()
  }
}

function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
