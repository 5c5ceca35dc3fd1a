import { type NextFunction, type Request, type Response, Router } from 'express'
import { Refusal } from '../../common/kit/refusal.ts'
import type { RateLimiter } from '../../common/runtime/rate-limit.ts'
import { sendAnswer, sendError } from '../answer.ts'
import { authenticate } from '../authenticate.ts'
import { canonicalPath, localsOf } from '../context.ts'
import type { Endpoint } from '../endpoint.ts'
import { adviceOnPath } from '../nearest-path.ts'
import { METHODS_INSTEAD } from '../other-names.ts'
import { rateLimit } from '../rate-limit.ts'
import { auditLogEndpoints } from './audit-log/endpoints.ts'
import { billingPortalEndpoints } from './billing-portal/endpoints.ts'
import { checkoutEndpoints } from './checkouts/endpoints.ts'
import { customerEndpoints } from './customers/endpoints.ts'
import { entitlementEndpoints } from './entitlements/endpoints.ts'
import { erasureEndpoints } from './erasures/endpoints.ts'
import { eventEndpoints } from './events/endpoints.ts'
import { invoiceEndpoints } from './invoices/endpoints.ts'
import { paymentLinkEndpoints } from './payment-links/endpoints.ts'
import { paymentMethodEndpoints } from './payment-methods/endpoints.ts'
import { paymentEndpoints } from './payments/endpoints.ts'
import { priceEndpoints } from './prices/endpoints.ts'
import { productEndpoints } from './products/endpoints.ts'
import { projectEndpoints } from './projects/endpoints.ts'
import { promotionCodeEndpoints } from './promotion-codes/endpoints.ts'
import { refundEndpoints } from './refunds/endpoints.ts'
import { searchEndpoints } from './search/endpoints.ts'
import { subscriptionEndpoints } from './subscriptions/endpoints.ts'
import { testClockEndpoints } from './test-clocks/endpoints.ts'
import { trialLinkEndpoints } from './trial-links/endpoints.ts'
import { webhookDeliveryEndpoints } from './webhook-deliveries/endpoints.ts'
import { webhookEndpointEndpoints } from './webhook-endpoints/endpoints.ts'

/** Every endpoint of the API, in the order in which the reference shows them. */
export const endpoints: readonly Endpoint[] = [
  ...checkoutEndpoints,
  ...paymentLinkEndpoints,
  ...subscriptionEndpoints,
  ...trialLinkEndpoints,
  ...entitlementEndpoints,
  ...billingPortalEndpoints,
  ...paymentEndpoints,
  ...refundEndpoints,
  ...invoiceEndpoints,
  ...productEndpoints,
  ...priceEndpoints,
  ...promotionCodeEndpoints,
  ...customerEndpoints,
  ...erasureEndpoints,
  ...projectEndpoints,
  ...paymentMethodEndpoints,
  ...searchEndpoints,
  ...eventEndpoints,
  ...auditLogEndpoints,
  ...webhookEndpointEndpoints,
  ...webhookDeliveryEndpoints,
  ...testClockEndpoints,
]

/** The paths below which the API is served: published clients use the second one. */
export const API_PATHS = ['/v1', '/api/v1']

/** Serves the API below its path. Checks the token and the rate limit first, then the path and the method. */
export function v1(limiter: RateLimiter): Router {
  const limit = rateLimit(limiter)
  async function admit(
    request: Request<{ project_id?: string }>,
    response: Response,
    next: NextFunction,
  ): Promise<void> {
    await authenticate(request, response, request.params.project_id ?? null)
    await limit(response)
    next()
  }
  const byToken = endpoints.filter(({ nameByToken }) => nameByToken !== undefined)
  const api = Router()
  api.use(refuseRewritten)
  api.use('/projects/:project_id', admit, routesOf('/v1/projects/:project_id', endpoints))
  for (const { path } of byToken)
    api.all(
      path,
      (_request, response, next) => {
        localsOf(response).route = '/v1' + path // a refusal's too: Express knows the prefix only as the client spelled it
        next()
      },
      admit,
    )
  api.use(routesOf('/v1', byToken))
  api.use((error: unknown, _request: Request, response: Response, _next: NextFunction) => {
    sendError(response, error instanceof URIError ? brokenPath() : error)
  })
  return api
}

/** A `#`, or a backslash before the query. Express rewrites such a target, and then serves another path. */
const REWRITTEN = /#|^[^?]*\\/

/** Refuses a target that Express has rewritten: the load shedder, the log and links see the target as it was sent. */
function refuseRewritten(request: Request, _response: Response, next: NextFunction): void {
  if (REWRITTEN.test(request.originalUrl)) throw noSuchPath(canonicalPath(request))
  next()
}

/** Returns the routes of these endpoints, mounted at `base`. Refuses all other paths and methods. */
function routesOf(base: string, own: readonly Endpoint[]): Router {
  const router = Router()
  for (const path of new Set(own.map((endpoint) => endpoint.path))) {
    const here = own.filter((endpoint) => endpoint.path === path)
    const place = { route: base + path, allow: here.map(({ method }) => method.toUpperCase()).join(', ') }
    const route = router.route(path)
    for (const endpoint of here)
      route[endpoint.method](async (request, response) => {
        localsOf(response).route = place.route
        sendAnswer(response, await endpoint.respond(request, response))
      })
    // Another path may match too and have the method: `/payments/import` also matches `/payments/:payment_id`.
    route.all((_request, response, next) => {
      localsOf(response).otherMethods ??= place
      next()
    })
  }
  router.use((request, response) => {
    throw refusalOf(request, response)
  })
  return router
}

function brokenPath(): Refusal {
  const advice = 'It contains a broken % code: encode each part with encodeURIComponent.'
  return new Refusal({ code: 'not_found', params: { what: 'path', advice } })
}

/** Returns the refusal for a path that does not exist, or does not have the method. */
function refusalOf(request: Request, response: Response): Refusal {
  const locals = localsOf(response)
  if (!locals.otherMethods) return noSuchPath(canonicalPath(request))
  const { route, allow } = locals.otherMethods
  locals.route = route
  response.setHeader('Allow', allow)
  const known =
    request.method === 'OPTIONS'
      ? 'Call the API from your server: a token in a browser is public.'
      : METHODS_INSTEAD[`${request.method} ${route.replace('/v1/projects/:project_id', '') || '/'}`]
  const isUpdate = ['PUT', 'POST'].includes(request.method) && allow.includes('PATCH')
  const instead = known ?? (isUpdate ? 'Update it with PATCH: fields that you leave out stay.' : undefined)
  return new Refusal({
    code: 'method_not_allowed',
    params: { method: request.method, allow, ...(instead && { instead }) },
  })
}

/** Returns the refusal for an unknown path, with a suggestion. */
export function noSuchPath(asked: string): Refusal {
  const paths = Array.from(new Set(endpoints.map(({ path }) => path)))
  return new Refusal({ code: 'not_found', params: { what: 'path', advice: adviceOnPath(asked, paths) } })
}
