import type { Request, Router } from 'express'
import type { SubscriptionObject } from '../../../common/domain/subscriptions/object.ts'
import { atomically } from '../../../common/runtime/atomically.ts'
import { sendPortalLink } from '../../../common/services/portal/send-link.ts'
import { endSession, signOutEverywhere } from '../../../common/services/portal/sign-out.ts'
import { findSubscription } from '../../../common/services/subscriptions/find.ts'
import { onConnection } from '../../../db/sql.ts'
import { idOf } from '../../context.ts'
import type { Form } from '../form.ts'
import { type Exchange, hostedPage, type PressResult, type ViewContext } from '../hosted-page.ts'
import type { PageView, Redirect } from '../kit/page-view.ts'
import { PageError } from '../respond.ts'
import { act } from './act.ts'
import { type Step, STEPS } from './addresses.ts'
import { keepSession } from './cookie.ts'
import { linkPage } from './link-routes.ts'
import { endedPage, listPage, noAccessPage, paymentsPage } from './show.ts'
import { stepPage } from './show-step.ts'
import { type PortalVisit, visitOf } from './visit.ts'

/** The portal of a signed-in customer, and the links into it. After the session it shows no customer data. */
export const portalPages: Router[] = [
  signedIn('/portal', listPage, pressOnList),
  signedIn('/portal/payments', paymentsPage),
  signedIn('/portal/ended', endedPage),
  signedIn('/portal/subscriptions/:id{/:step}', subscriptionPage, pressOnSubscription),
  linkPage,
]

/** Creates the routes of a page that needs an open session. */
function signedIn(
  path: string,
  view: (visit: PortalVisit, context: ViewContext) => Promise<PageView | Redirect>,
  press?: (visit: PortalVisit, form: Form, exchange: Exchange) => Promise<PressResult>,
): Router {
  return hostedPage<PortalVisit | null>({
    name: 'portal',
    path,
    visit: visitOf,
    press,
    view: (visit, context) =>
      visit?.session.state === 'open' ? view(visit, context) : noAccessPage(visit, context),
  })
}

/** Signs out, or emails a new link if the session is over. */
async function pressOnList(
  { session, scope, secret, addresses, locale }: PortalVisit,
  { action }: Form,
  { response }: Exchange,
): Promise<PressResult> {
  const isEverywhere = action === 'sign_out_everywhere' && session.state === 'open'
  if (action === 'sign_out' || isEverywhere) {
    await atomically((tx) => (isEverywhere ? signOutEverywhere(tx, session) : endSession(tx, session)))
    // The same cookie again: a browser whose cookies change discards the pages that "back" would show.
    keepSession(response, secret)
  }
  if (action !== 'send_link' || session.state === 'open') return { goTo: addresses.list() }
  await atomically((tx) => sendPortalLink(tx, scope, session.customerId, locale))
  return { goTo: addresses.sent() }
}

async function subscriptionPage(visit: PortalVisit, context: ViewContext): Promise<PageView | Redirect> {
  const subscription = await ownSubscription(visit, context.request)
  const step = stepOf(context.request)
  if (step !== null) return stepPage(visit, context, subscription, step)
  // This address only receives the buttons of the list.
  if (context.form === null) return { goTo: visit.addresses.list() }
  return listPage(visit, context, context.errors[''] ?? 'errors.try_again')
}

async function pressOnSubscription(
  visit: PortalVisit,
  form: Form,
  { request }: Exchange,
): Promise<PressResult> {
  if (visit.session.state !== 'open') return { errors: {} } // the page then shows that the session is over
  const subscription = await ownSubscription(visit, request)
  stepOf(request) // a page that does not exist has no buttons
  const { goTo, errors } = await act(visit, subscription, form)
  return errors ? { errors } : { goTo: goTo ?? visit.addresses.list() }
}

/** Returns one of the customer's own subscriptions. Any other is not found. */
async function ownSubscription(
  { scope, session }: PortalVisit,
  { params }: Request,
): Promise<SubscriptionObject> {
  const id = idOf(params.id as string)
  const found = id === null ? null : await onConnection((sql) => findSubscription(sql, scope, id))
  if (found?.customer_id !== session.customerId) throw new PageError('not_found')
  return found
}

/** Returns the step that the address names, or null if it names none. */
function stepOf({ params }: Request): Step | null {
  const named = params.step as string | undefined
  if (named === undefined) return null
  const step = STEPS.find((known) => known === named)
  if (!step) throw new PageError('not_found')
  return step
}
