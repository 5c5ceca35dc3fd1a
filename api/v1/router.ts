import { type Request, type Response, Router } from 'express'
import { Refusal } from '../../common/kit/refusal.ts'
import type { RateLimiter } from '../../common/runtime/rate-limit.ts'
import { sendError } from '../answer.ts'
import { authenticate } from '../authenticate.ts'
import { canonicalPath } from '../context.ts'
import { type Endpoint, mount } from '../endpoint.ts'
import { adviceOnPath } from '../nearest-path.ts'
import { rateLimit } from '../rate-limit.ts'
import { billingPortalEndpoints } from './billing-portal/endpoints.ts'
import { checkoutEndpoints } from './checkouts/endpoints.ts'
import { customerEndpoints } from './customers/endpoints.ts'
import { entitlementEndpoints } from './entitlements/endpoints.ts'
import { erasureEndpoints } from './erasures/endpoints.ts'
import { eventEndpoints } from './events/endpoints.ts'
import { invoiceEndpoints } from './invoices/endpoints.ts'
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
import { webhookDeliveryEndpoints } from './webhook-deliveries/endpoints.ts'
import { webhookEndpointEndpoints } from './webhook-endpoints/endpoints.ts'

/** Every endpoint of the API, in the order in which the reference shows them. */
export const endpoints: readonly Endpoint[] = [
  ...checkoutEndpoints,
  ...subscriptionEndpoints,
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
  ...webhookEndpointEndpoints,
  ...webhookDeliveryEndpoints,
  ...testClockEndpoints,
]

export function v1(limiter: RateLimiter): Router {
  const project = Router({ mergeParams: true })
  project.use(authenticate)
  project.use(rateLimit(limiter))
  mount(project, endpoints)
  project.use(notFound)
  const router = Router()
  router.use('/projects/:project_id', project)
  const byToken = endpoints.filter(({ nameByToken }) => nameByToken !== undefined)
  for (const { path } of byToken) router.use(path, authenticate, rateLimit(limiter))
  mount(router, byToken)
  router.use(notFound)
  return router
}

function notFound(request: Request, response: Response): void {
  sendError(response, noSuchPath(canonicalPath(request)))
}

/** That there is no such path, and which one may have been meant. */
export function noSuchPath(asked: string): Refusal {
  const paths = Array.from(new Set(endpoints.map(({ path }) => path)))
  return new Refusal({ code: 'not_found', params: { what: 'path', advice: adviceOnPath(asked, paths) } })
}
