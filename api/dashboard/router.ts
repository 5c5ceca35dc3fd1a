import { type RequestHandler, Router } from 'express'
import { config } from '../../common/runtime/config.ts'
import { pageHeaders } from '../pages/headers.ts'
import { answerPages, PageError, pageErrors } from '../pages/respond.ts'
import { passkeysPage } from './account/passkeys.ts'
import { sessionsPage } from './account/sessions.ts'
import { shopsPage } from './account/shops.ts'
import { auditLogPage } from './audit-log/list.ts'
import { cataloguePages } from './catalogue/pages.ts'
import { checkoutPages } from './checkouts/pages.ts'
import { customerFormPage, customerPage, customersPage } from './customers/customers.ts'
import { developersPage } from './developers/developers.ts'
import { eventPages } from './events/events.ts'
import { homePage } from './home/home.ts'
import { reportPage, reviewPage } from './import/review.ts'
import { uploadPage } from './import/upload.ts'
import { invoicePages } from './invoices/pages.ts'
import { memberPages } from './members/pages.ts'
import { paymentLinkPages } from './payment-links/pages.ts'
import { paymentPage } from './payments/detail.ts'
import { paymentsPage } from './payments/list.ts'
import { waitingPage } from './payments/waiting.ts'
import { refundsPage } from './refunds/list.ts'
import { apiRequestPage, apiRequestsPage } from './requests/requests.ts'
import { settingsPages } from './settings/pages.ts'
import { codePage } from './sign-in/code.ts'
import { linkPage } from './sign-in/link.ts'
import { requestPage } from './sign-in/request.ts'
import { subscriptionPages } from './subscriptions/pages.ts'
import { tokenPages } from './tokens/pages.ts'
import { unknownPage } from './unknown.ts'
import { deliveryPages } from './webhooks/deliveries.ts'
import { endpointPages } from './webhooks/endpoints.ts'

const PLACE = '/dashboard'

/** Creates the routes of the merchant dashboard. It is one more edge: it holds no rules. `guards` limit its requests. */
export function dashboard(...guards: RequestHandler[]): Router {
  const router = Router()
  router.use((_request, _response, next) => {
    next(config().dashboard ? undefined : 'router')
  })
  router.use(PLACE, pageHeaders(), ...guards)
  router.use([
    ...[requestPage, codePage, linkPage],
    ...[shopsPage, sessionsPage, passkeysPage],
    homePage,
    // The import and the refunds are at paths that could be the id of a payment.
    ...[waitingPage, uploadPage, reviewPage, reportPage, refundsPage],
    ...[paymentsPage, paymentPage],
    ...checkoutPages,
    ...paymentLinkPages,
    ...cataloguePages,
    ...subscriptionPages,
    ...invoicePages,
    ...[customersPage, customerPage, customerFormPage],
    ...[developersPage, apiRequestsPage, apiRequestPage],
    ...[...endpointPages, ...deliveryPages, ...eventPages, ...tokenPages],
    ...memberPages,
    ...settingsPages,
    auditLogPage,
    unknownPage, // after all others
  ])
  router.use(
    PLACE,
    answerPages(() => Promise.reject(new PageError('not_found'))),
    pageErrors,
  )
  return router
}
