import { Router } from 'express'
import { assets } from './assets.ts'
import { checkoutPage } from './checkout/routes.ts'
import { pageHeaders } from './headers.ts'
import { pageErrors } from './respond.ts'

/** Everything that people look at. */
export function pages(): Router {
  const router = Router()
  router.use(assets)
  router.use('/checkout', pageHeaders())
  router.use(checkoutPage)
  router.use('/checkout', pageErrors)
  return router
}
