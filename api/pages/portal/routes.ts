import type { Request, Router } from 'express'
import type { SubscriptionObject } from '../../../common/domain/subscriptions/object.ts'
import { atomically } from '../../../common/runtime/atomically.ts'
import { sendPortalLink } from '../../../common/services/portal/send-link.ts'
import { endSession, signOutEverywhere } from '../../../common/services/portal/sign-out.ts'
import { findSubscription } from '../../../common/services/subscriptions/find.ts'
import { onConnection } from '../../../db/sql.ts'
import { idOf } from '../../context.ts'
import type { Form } from '../form.ts'
import { type Exchange, hostedPage, type Pressed, type Shown } from '../hosted-page.ts'
import type { Elsewhere, PageView } from '../kit/page-view.ts'
import { PageError } from '../respond.ts'
import { act } from './act.ts'
import { type Step, STEPS } from './addresses.ts'
import { keepSession } from './cookie.ts'
import { linkPage } from './link-routes.ts'
import { endedPage, listPage, overPage, paymentsPage } from './show.ts'
import { stepPage } from './show-step.ts'
import { type PortalVisit, visitOf } from './visit.ts'

/** The portal of a signed-in customer, and the links into it. Whose session is over sees nothing. */
export const portalPages: Router[] = [
  signedIn('/portal', listPage, leave),
  signedIn('/portal/payments', paymentsPage),
  signedIn('/portal/ended', endedPage),
  signedIn('/portal/subscriptions/:id{/:step}', subscriptionPage, pressOne),
  linkPage,
]

function signedIn(
  path: string,
  view: (visit: PortalVisit, shown: Shown) => Promise<PageView | Elsewhere>,
  press?: (visit: PortalVisit, form: Form, exchange: Exchange) => Promise<Pressed>,
): Router {
  return hostedPage<PortalVisit | null>({
    path,
    visit: visitOf,
    press,
    view: (visit, shown) => (visit?.session.state === 'open' ? view(visit, shown) : overPage(visit, shown)),
  })
}

/** Signs out, or asks for a new link where that has happened. */
async function leave(
  { session, scope, secret, addresses, locale }: PortalVisit,
  { action }: Form,
  { response }: Exchange,
): Promise<Pressed> {
  const isEverywhere = action === 'sign_out_everywhere' && session.state === 'open'
  if (action === 'sign_out' || isEverywhere) {
    await atomically((tx) => (isEverywhere ? signOutEverywhere(tx, session) : endSession(tx, session.id)))
    // The same again: a browser whose cookie changes lets go of the pages it has kept for "back".
    keepSession(response, secret)
  }
  if (action !== 'send_link' || session.state === 'open') return { goTo: addresses.list() }
  await atomically((tx) => sendPortalLink(tx, scope, session.customerId, locale))
  return { goTo: addresses.sent() }
}

async function subscriptionPage(visit: PortalVisit, shown: Shown): Promise<PageView | Elsewhere> {
  const subscription = await ownSubscription(visit, shown.request)
  const step = stepOf(shown.request)
  if (step !== null) return stepPage(visit, shown, subscription, step)
  // Only the buttons of the list are sent here.
  if (shown.form === null) return { goTo: visit.addresses.list() }
  return listPage(visit, shown, shown.errors[''] ?? 'errors.try_again')
}

async function pressOne(visit: PortalVisit, form: Form, { request }: Exchange): Promise<Pressed> {
  if (visit.session.state !== 'open') return { errors: {} } // shown that it is over
  const subscription = await ownSubscription(visit, request)
  stepOf(request) // a page that does not exist has no buttons
  const { goTo, errors } = await act(visit, subscription, form)
  return errors ? { errors } : { goTo: goTo ?? visit.addresses.list() }
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
