import type { NextFunction, Request, Response } from 'express'
import { requestSeconds } from '../common/runtime/metrics.ts'
import { localsOf } from './context.ts'

/** Notes how long every request took, by the pattern of its path. */
export function measure(request: Request, response: Response, next: NextFunction): void {
  const ended = requestSeconds.startTimer()
  response.once('finish', () => {
    ended({
      method: methodOf(request),
      route: routeOf(request, response),
      status: String(response.statusCode),
    })
  })
  next()
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS', 'PUT'])

/** A client may invent methods, but not series of ours. */
function methodOf({ method }: Request): string {
  return METHODS.has(method) ? method : 'other'
}

/** `/v1/projects/:project_id/checkouts`; what matched no route, or was refused before it, is `none`. */
function routeOf(request: Request, response: Response): string {
  const { route } = localsOf(response)
  const { path } = (request.route ?? {}) as { path?: unknown }
  return route ?? (typeof path === 'string' ? request.baseUrl + path : 'none')
}
