import { isIPv4 } from 'node:net'
import type { NextFunction, Request, Response } from 'express'
import ipaddr from 'ipaddr.js'
import { config } from '../../common/runtime/config.ts'
import { producer } from '../../common/runtime/queues.ts'
import { RateLimiter, type Verdict } from '../../common/runtime/rate-limit.ts'
import { readForm } from './form.ts'
import { recallVisit } from './recent-visits.ts'
import { PageError, type VisitLocals } from './respond.ts'

/** One page causes several requests, and several people may share an address. */
const BURST_SECONDS = 4

/** Creates the limiter of this process for the pages. */
export function createPageLimiter(): RateLimiter {
  const { pageRateLimitPerSecond: perSecond } = config()
  return new RateLimiter(producer, { perSecond, burst: BURST_SECONDS * perSecond })
}

/** Sends a 429 page if one client address sends too many requests. The page keeps what was typed. */
export function limitPages(limiter: RateLimiter) {
  const pass = ({ allowed }: Verdict, request: Request, response: Response, next: NextFunction): void => {
    if (allowed) next()
    else refuse(request, response, next).catch(next)
  }
  return (request: Request, response: Response, next: NextFunction): void => {
    if (request.path.endsWith(PICTURE)) {
      next()
      return
    }
    const taken = limiter.take(`page.${clientOf(request.ip ?? '')}`)
    if (taken instanceof Promise) taken.then((verdict) => pass(verdict, request, response, next), next)
    else pass(taken, request, response, next) // without a promise, which costs as much as the rest of the limit
  }
}

async function refuse(request: Request, response: Response, next: NextFunction): Promise<void> {
  const locals: VisitLocals = response.locals
  locals.visit = recallVisit(request)
  const tooMany = (error?: unknown) => {
    next(error ?? new PageError('too_many'))
  }
  if (request.method === 'POST') await readForm(request, response, tooMany)
  else tooMany()
}

/** The QR code of a page, which needs no database. */
const PICTURE = '/code.svg'

/** Returns the key of a client: an IPv4 address, or the first 64 bits of an IPv6 address, since one client has all of them. */
export function clientOf(address: string): string {
  if (isIPv4(address)) return address // most are, and parsing costs more than the rest of the limit
  if (!ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join('.') : parsed.toString()
}
