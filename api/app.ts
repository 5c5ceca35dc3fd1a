import express, { type Express, type NextFunction, type Request, type Response } from 'express'
import { config } from '../common/runtime/config.ts'
import { sendError } from './answer.ts'
import { canonicalPath } from './context.ts'
import { dashboard } from './dashboard/router.ts'
import { health } from './health.ts'
import { hints } from './hints/routes.ts'
import { LoadShedder } from './load-shedding.ts'
import { measure } from './measure.ts'
import { createPageLimiter, limitPages } from './pages/rate-limit.ts'
import { pages, unknownPages } from './pages/router.ts'
import { createLimiter } from './rate-limit.ts'
import { requestId } from './request-id.ts'
import { API_PATHS, noSuchPath, v1 } from './v1/router.ts'

/** Creates the web application: the API, the pages and the health checks. The server also uses `shedder` in front of it. */
export function createApp(
  limiter = createLimiter(),
  shedder = new LoadShedder(),
  pageLimiter = createPageLimiter(),
): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('query parser', 'simple')
  app.set('trust proxy', config().trustProxy)
  app.use(requestId)
  if (config().metricsPort !== null) app.use(measure)
  app.use(API_PATHS, v1(limiter)) // first: the busiest routes then skip the matching of every page
  const guards = [limitPages(pageLimiter), shedder.beforeOthers]
  app.use(pages(...guards))
  app.use(dashboard(...guards))
  app.use(health)
  app.use('/hints', shedder.beforeOthers)
  app.use(hints)
  app.use(unknownPages())
  app.use((request: Request, response: Response) => {
    sendError(response, noSuchPath(canonicalPath(request)))
  })
  app.use((error: unknown, request: Request, response: Response, _next: NextFunction) => {
    sendError(response, error instanceof URIError ? noSuchPath(canonicalPath(request)) : error)
  })
  return app
}
