import { type Request, type Response, Router } from 'express'
import { endSession } from '../../../common/portal/end-session.ts'
import { sendPortalLink } from '../../../common/portal/send-link.ts'
import { atomically } from '../../../common/runtime/atomically.ts'
import { findSubscription } from '../../../common/subscriptions/find.ts'
import type { SubscriptionObject } from '../../../common/subscriptions/object.ts'
import { onConnection } from '../../../db/sql.ts'
import { idOf } from '../../context.ts'
import { type Form, formOf, isFromOurPage, readForm } from '../form.ts'
import { answerPages, PageError } from '../respond.ts'
import { act } from './act.ts'
import { type Step, STEPS } from './addresses.ts'
import { keepSession } from './cookie.ts'
import { linkPage } from './link-routes.ts'
import { showEnded, showList, showOver, showPayments } from './show.ts'
import { showStep } from './show-step.ts'
import { type PortalVisit, visitOf } from './visit.ts'

/** The portal of a signed-in customer. A look changes nothing; whose session is over sees nothing. */
export const portalPage = Router()

portalPage
  .route('/portal')
  .get(signedIn(showList))
  .post(
    readForm,
    answerPages(async (request, response) => {
      const { visit, form } = await posted(request)
      const { session, scope, addresses, locale } = visit
      if (form.action === 'sign_out') {
        await atomically((tx) => endSession(tx, session.id))
        // The same again: a browser whose cookie changes lets go of the pages it has kept for "back".
        keepSession(response, visit.secret)
      }
      const closed = session.state !== 'open'
      if (form.action === 'send_link' && closed) {
        await atomically((tx) => sendPortalLink(tx, scope, session.customerId, locale))
        response.redirect(303, addresses.sent())
      } else response.redirect(303, addresses.list())
    }),
  )

portalPage.get('/portal/payments', signedIn(showPayments))
portalPage.get('/portal/ended', signedIn(showEnded))

portalPage
  .route('/portal/subscriptions/:id{/:step}')
  .get(
    signedIn(async (visit, request, response) => {
      const subscription = await ownSubscription(visit, request)
      const step = stepOf(request)
      if (step === null) response.redirect(303, visit.addresses.list())
      else await showStep(visit, request, response, { subscription, step })
    }),
  )
  .post(
    readForm,
    answerPages(async (request, response) => {
      const { visit, form } = await posted(request)
      const subscription = visit.session.state === 'open' ? await ownSubscription(visit, request) : null
      if (!subscription) return showOver(visit, request, response)
      const step = stepOf(request)
      const { goTo, said, errors } = await act(visit, subscription, form)
      if (!errors) response.redirect(303, goTo ?? visit.addresses.list(said))
      else if (step === null) await showList(visit, request, response, errors[''] ?? 'errors.try_again')
      else await showStep(visit, request, response, { subscription, step, form, errors })
    }),
  )

portalPage.use(linkPage)

function signedIn(handle: (visit: PortalVisit, request: Request, response: Response) => Promise<void>) {
  return answerPages(async (request, response) => {
    const visit = await visitOf(request)
    if (visit?.session.state === 'open') await handle(visit, request, response)
    else await showOver(visit, request, response)
  })
}

/** A form that this very session was shown, whether or not it is still open. */
async function posted(request: Request): Promise<{ visit: PortalVisit; form: Form }> {
  const form = formOf(request)
  const visit = await visitOf(request)
  if (!visit || !isFromOurPage(request, form, visit.secret)) throw new PageError('expired_form')
  return { visit, form }
}

/** One of the customer's own; that of another is the same as none. */
async function ownSubscription(
  { scope, session }: PortalVisit,
  { params }: Request,
): Promise<SubscriptionObject> {
  const id = idOf(params.id as string)
  const found = id === null ? null : await onConnection((sql) => findSubscription(sql, scope, id))
  if (found?.customer_id !== session.customerId) throw new PageError('not_found')
  return found
}

/** The page about a subscription that the address names; null where it names none. */
function stepOf({ params }: Request): Step | null {
  const named = params.step as string | undefined
  if (named === undefined) return null
  const step = STEPS.find((known) => known === named)
  if (!step) throw new PageError('not_found')
  return step
}
