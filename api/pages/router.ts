import { type RequestHandler, Router } from 'express'
import { isForPeople } from '../context.ts'
import { docs } from '../docs/routes.ts'
import { openApiRoutes } from '../openapi/routes.ts'
import { assets } from './assets.ts'
import { checkoutPage } from './checkout/routes.ts'
import { decisionPage } from './decision/routes.ts'
import { pageHeaders } from './headers.ts'
import { invoicePage } from './invoice/routes.ts'
import { linkPage } from './link/routes.ts'
import { pictures } from './pictures.ts'
import { portalPages } from './portal/routes.ts'
import { renewPage } from './renew/routes.ts'
import { answerPages, PageError, pageErrors } from './respond.ts'
import { trialPage } from './trial/routes.ts'

const PLACES = ['/checkout', '/l', '/i', '/t', '/r', '/n', '/portal']

/** Sends a page and not JSON for an incomplete address, such as a link that a message has cut off. */
function notFound(): Promise<void> {
  return Promise.reject(new PageError('not_found'))
}

/** Sends a page for an address that leads nowhere, to people only: programs read JSON. */
export function unknownPages(): Router {
  const router = Router()
  router.use((request, _response, next) => {
    next(isForPeople(request) ? undefined : 'router')
  })
  router.use(pageHeaders(), answerPages(notFound))
  return router
}

/** Creates the routes of all pages and of the reference. `guards` limit the requests that need the database. */
export function pages(...guards: RequestHandler[]): Router {
  const router = Router()
  router.use(PLACES, Router().use(pageHeaders(), ...guards))
  router.use(checkoutPage) // first, because it has the most requests
  router.use(invoicePage)
  router.use(linkPage)
  router.use(decisionPage)
  router.use(renewPage)
  router.use(trialPage)
  router.use(portalPages)
  router.use(PLACES, answerPages(notFound), pageErrors)
  router.use(assets)
  router.use(pictures)
  router.use(openApiRoutes)
  router.use(docs())
  return router
}
