import type { NextFunction, Request, Response } from 'express'
import { requestSeconds } from '../common/runtime/metrics.ts'
import { localsOf } from './context.ts'

/** Records the duration of every request by method, route pattern and status. */
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

/** Returns the method, or `other`: unknown methods must not create new metric series. */
function methodOf({ method }: Request): string {
  return METHODS.has(method) ? method : 'other'
}

/** Returns a route pattern such as `/v1/projects/:project_id/checkouts`, or `none` if no route matched. */
function routeOf(request: Request, response: Response): string {
  const { route } = localsOf(response)
  const { path } = (request.route ?? {}) as { path?: unknown }
  return route ?? (typeof path === 'string' ? request.baseUrl + path : 'none')
}
