import type { Request, RequestHandler, Response } from 'express'
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
import { decoded, type Found, Paths } from './paths.ts'
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

const IN_PROJECT = /^\/v1\/projects\/([^/]+)(.*)$/is
const V1 = /^\/v1(?=\/|$)/i

/** Serves the API. Checks the token and the rate limit first, then the path and the method. */
export function v1(limiter: RateLimiter): RequestHandler {
  const inProject = new Paths('/v1/projects/:project_id', endpoints)
  const byToken = new Paths(
    '/v1',
    endpoints.filter(({ nameByToken }) => nameByToken !== undefined),
  )
  const limit = rateLimit(limiter)

  async function answer(request: Request, response: Response, path: string): Promise<void> {
    try {
      const [, project, rest = path.replace(V1, '')] = IN_PROJECT.exec(path) ?? []
      const paths = project === undefined ? byToken : inProject
      if (paths === byToken && !byToken.find(request.method, rest)) throw noSuchPath(path)

      await authenticate(request, response, project === undefined ? null : decoded(project))
      await limit(response)
      const endpoint = enter(request, response, paths.find(request.method, rest))
      sendAnswer(response, await endpoint.respond(request, response))
    } catch (error) {
      sendError(response, error instanceof URIError ? brokenPath() : error)
    }
  }

  return (request, response, next) => {
    const path = canonicalPath(request)
    if (V1.test(path)) void answer(request, response, path)
    else next()
  }
}

function brokenPath(): Refusal {
  const advice = 'It contains a broken % code: encode each part with encodeURIComponent.'
  return new Refusal({ code: 'not_found', params: { what: 'path', advice } })
}

function enter(request: Request, response: Response, found: Found | null): Endpoint {
  if (!found) throw noSuchPath(canonicalPath(request))
  const { route, allow, params, endpoint } = found
  localsOf(response).route = route
  request.params = params
  if (endpoint) return endpoint
  response.setHeader('Allow', allow)
  const known =
    request.method === 'OPTIONS'
      ? 'Call the API from your server: a token in a browser is public.'
      : METHODS_INSTEAD[`${request.method} ${route.replace('/v1/projects/:project_id', '') || '/'}`]
  const isUpdate = ['PUT', 'POST'].includes(request.method) && allow.includes('PATCH')
  const instead = known ?? (isUpdate ? 'Update it with PATCH: fields that you leave out stay.' : undefined)
  throw new Refusal({
    code: 'method_not_allowed',
    params: { method: request.method, allow, ...(instead && { instead }) },
  })
}

/** Returns the refusal for an unknown path, with a suggestion. */
export function noSuchPath(asked: string): Refusal {
  const paths = Array.from(new Set(endpoints.map(({ path }) => path)))
  return new Refusal({ code: 'not_found', params: { what: 'path', advice: adviceOnPath(asked, paths) } })
}
