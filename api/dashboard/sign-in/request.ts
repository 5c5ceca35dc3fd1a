import { setTimeout as pause } from 'node:timers/promises'
import type { Request, Router } from 'express'
import { readGoal } from '../../../common/domain/members/sign-in.ts'
import { isEmail } from '../../../common/kit/email.ts'
import { atomically } from '../../../common/runtime/atomically.ts'
import { now } from '../../../common/runtime/clock.ts'
import { signInByPasskey, usageOptions } from '../../../common/services/members/passkeys.ts'
import { requestSignIn } from '../../../common/services/members/request-sign-in.ts'
import type { Form } from '../../pages/form.ts'
import { type Exchange, hostedPage, type PressResult } from '../../pages/hosted-page.ts'
import { clientOf } from '../../pages/rate-limit.ts'
import { memberVisitOf } from '../member-visit.ts'
import {
  browserOf,
  type BrowserVisit,
  browserVisitOf,
  keepBrowser,
  keepSession,
  keepTypedAddress,
} from './browser.ts'
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
  view: async (visit, { request, response, formToken, form, errors }) => {
    const member = await memberVisitOf(request)
    const state = member?.session.state
    const goal = goalIn(request)
    if (state === 'open') return { goTo: visit.addresses.page(goal ?? '/dashboard') }
    keepBrowser(request, response, visit)
    return requestView({
      locale: visit.locale,
      formToken,
      typed: form ?? {},
      errors,
      ended: state ?? null,
      goal,
      passkey: await usageOptions('sign_in', visit.secret, now()),
    })
  },
})

async function press(
  { secret, locale, addresses }: BrowserVisit,
  form: Form,
  { request, response }: Exchange,
): Promise<PressResult> {
  const { email = '', passkey } = form
  if (form.action === 'passkey') {
    const session = await atomically((tx) => signInByPasskey(tx, secret, passkey ?? '', browserOf(request)))
    if (session === null) return { errors: { passkey: 'passkey_refused' } }
    keepSession(response, session)
    return { goTo: addresses.page(goalIn(request) ?? '/dashboard') }
  }
  if (!isEmail(email)) return { errors: { email: 'sign_in_email' } }
  const goal = goalIn(request)
  const network = clientOf(request.ip ?? '')
  const [isRequested] = await Promise.all([
    atomically((tx) => requestSignIn(tx, { email, network, browser: secret, goal, locale })),
    pause(ANSWER_AFTER),
  ])
  if (!isRequested) return { errors: { '': 'sign_in_limited' } }
  keepTypedAddress(response, email)
  return { goTo: addresses.code() }
}

/** Returns the page to open after the sign-in. */
function goalIn({ query: { next } }: Request): string | null {
  return readGoal(typeof next === 'string' ? next : undefined)
}
