import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { NextFunction, Request, Response } from 'express'
import { answerBy } from '../common/runtime/deadline.ts'
import { log, maskPath, trace } from '../common/runtime/log.ts'
import { NO_PROJECT } from '../common/runtime/share.ts'
import { canonicalPath, localsOf } from './context.ts'
import { recordCall } from './record-call.ts'

const SHAPE = /^[A-Za-z0-9._:-]{1,128}$/

/** Returns the id that the client sent, if it is valid, or a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && SHAPE.test(given) ? given : randomUUID()
}

/** Gives every request an id, for its answer, log lines and jobs, and a deadline. Logs each request when it ends. */
export function requestId(request: Request, response: Response, next: NextFunction): void {
  const id = requestIdOf(request)
  localsOf(response).requestId = id
  response.setHeader('X-Request-Id', id)
  response.setHeader('X-Content-Type-Options', 'nosniff') // browsers must not guess another content type
  const started = performance.now()
  response.once('finish', () => {
    const { scope } = localsOf(response)
    const ms = performance.now() - started
    log().info(
      {
        request_id: id,
        method: request.method,
        path: maskPath(canonicalPath(request)),
        status: response.statusCode,
        ms: Math.round(ms * 10) / 10,
        ...(scope && { project_id: scope.project.id, is_test: scope.isTest }),
      },
      'request',
    )
    recordCall(request, response, ms)
  })
  trace.run({ request_id: id, answerBy: answerBy(), share: NO_PROJECT }, next)
}
