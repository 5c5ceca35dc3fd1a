import { createHash, timingSafeEqual } from 'node:crypto'
import type { RequestListener } from 'node:http'
import type * as Api from '@bull-board/api'
import type * as Adapters from '@bull-board/api/bullMQAdapter'
import type * as BoardExpress from '@bull-board/express'
import type Express from 'express'
import { queueNames } from '../common/domain/jobs/catalog.ts'
import { lazily } from '../common/kit/lazily.ts'
import { openQueue, producer } from '../common/runtime/queues.ts'
import { RateLimiter } from '../common/runtime/rate-limit.ts'

// Loaded only if the operator has set a password for the viewer.
const api = lazily<typeof Api>('@bull-board/api')
const adapters = lazily<typeof Adapters>('@bull-board/api/bullMQAdapter')
const board = lazily<typeof BoardExpress>('@bull-board/express')
const express = lazily<typeof Express>('express')

const PATH = '/queues'
const USER = 'operator'

/** Requests of one address per second: a page needs a dozen, and guessing a password of 16 characters needs far more. */
const LIMIT = { perSecond: 20, burst: 100 }

/** The viewer's own scripts and styles only: its page also asks for fonts of another site. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * Returns a page that shows the jobs in Redis to an operator with the password. It changes nothing: a job that is deleted
 * there would come back, and a paused queue would delay payments.
 */
export function queueViewer(password: string): RequestListener {
  const serverAdapter = new (board().ExpressAdapter)()
  serverAdapter.setBasePath(PATH)
  const queues = queueNames.map(
    (name) => new (adapters().BullMQAdapter)(openQueue(name), { readOnlyMode: true }),
  )
  api().createBullBoard({ queues, serverAdapter })
  const app = express()()
  app.disable('x-powered-by')
  app.use(PATH, limited(), onlyFor(password), serverAdapter.getRouter() as Express.Router)
  return app
}

function limited(): Express.RequestHandler {
  const limiter = new RateLimiter(producer, LIMIT)
  return async ({ socket }, response, next) => {
    const { allowed } = await limiter.take(`queues ${socket.remoteAddress ?? ''}`)
    if (allowed) next()
    else response.status(429).setHeader('Retry-After', '5').end()
  }
}

function onlyFor(password: string): Express.RequestHandler {
  const expected = `Basic ${Buffer.from(`${USER}:${password}`).toString('base64')}`
  return ({ headers }, response, next) => {
    response.setHeader('Content-Security-Policy', CONTENT_SECURITY_POLICY)
    response.setHeader('Cache-Control', 'no-store')
    if (isSame(headers.authorization ?? '', expected)) next()
    else response.status(401).setHeader('WWW-Authenticate', 'Basic realm="Tolbor queues"').end()
  }
}

/** Compares in a time that tells nothing about the expected text. */
function isSame(given: string, expected: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(given), hash(expected))
}
