import { setTimeout as pause } from 'node:timers/promises'
import type { Router } from 'express'
import { readGoal } from '../../../common/domain/members/sign-in.ts'
import { isEmail } from '../../../common/kit/email.ts'
import { atomically } from '../../../common/runtime/atomically.ts'
import { requestSignIn } from '../../../common/services/members/request-sign-in.ts'
import type { Form } from '../../pages/form.ts'
import { type Exchange, hostedPage, type PressResult } from '../../pages/hosted-page.ts'
import { clientOf } from '../../pages/rate-limit.ts'
import { memberVisitOf } from '../member-visit.ts'
import { type BrowserVisit, browserVisitOf, keepBrowser } from './browser.ts'
import { requestView } from './request-view.ts'

/**
 * Every response takes at least this long, in milliseconds. Writing an email takes a few milliseconds more, which would
 * otherwise tell which addresses are members'.
 */
const ANSWER_AFTER = 300

/** The page that asks for an email address. */
export const requestPage: Router = hostedPage<BrowserVisit>({
  name: 'dashboard/sign-in',
  path: '/dashboard/sign-in',
  visit: async (request) => browserVisitOf(request),
  press,
  view: async (visit, { request, response, nonce, formToken, form, errors }) => {
    const member = await memberVisitOf(request)
    const state = member?.session.state
    if (state === 'open') return { goTo: visit.addresses.start() }
    keepBrowser(request, response, visit)
    return requestView({
      locale: visit.locale,
      nonce,
      formToken,
      typed: form ?? {},
      errors,
      ended: state ?? null,
    })
  },
})

async function press(
  { secret, locale, addresses }: BrowserVisit,
  form: Form,
  { request }: Exchange,
): Promise<PressResult> {
  const { email = '' } = form
  if (!isEmail(email)) return { errors: { email: 'sign_in_email' } }
  const { next } = request.query
  const goal = readGoal(typeof next === 'string' ? next : undefined)
  const network = clientOf(request.ip ?? '')
  const [isRequested] = await Promise.all([
    atomically((tx) => requestSignIn(tx, { email, network, browser: secret, goal, locale })),
    pause(ANSWER_AFTER),
  ])
  return isRequested ? { goTo: addresses.code() } : { errors: { '': 'sign_in_limited' } }
}
