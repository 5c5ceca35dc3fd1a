import type { Request, Router } from 'express'
import { signInState } from '../../../common/domain/members/sign-in.ts'
import { atomically } from '../../../common/runtime/atomically.ts'
import { now } from '../../../common/runtime/clock.ts'
import { followSignInLink } from '../../../common/services/members/find-sign-in.ts'
import { Member } from '../../../common/services/members/members-table.ts'
import { signInByLink } from '../../../common/services/members/sign-in.ts'
import type { SignIn } from '../../../common/services/members/sign-ins-table.ts'
import { idOf } from '../../context.ts'
import { type Exchange, hostedPage, type PressResult, type ViewContext } from '../../pages/hosted-page.ts'
import type { PageView, Redirect } from '../../pages/kit/page-view.ts'
import type { Addresses } from '../addresses.ts'
import { memberVisitOf } from '../member-visit.ts'
import { browserOf, type BrowserVisit, browserVisitOf, goalAfter, keepSession } from './browser.ts'
import { linkView, overView, signedInView } from './link-view.ts'

interface LinkVisit extends BrowserVisit {
  /** Null if the link is not ours. */
  signIn: SignIn | null
}

/**
 * The page behind the link in an email. Opening it changes nothing, because mail scanners open links; its button signs in. A
 * link that `bin/dev` printed signs in at once.
 */
export const linkPage: Router = hostedPage<LinkVisit>({
  name: 'dashboard/sign-in',
  path: '/dashboard/sign-in/:id/:token',
  visit,
  press: async ({ signIn, addresses }, _form, exchange) => (signIn ? use(signIn, addresses, exchange) : {}),
  view,
})

async function visit(request: Request): Promise<LinkVisit> {
  const id = idOf(request.params.id as string)
  const secret = request.params.token as string
  const signIn = id === null ? null : await followSignInLink(id, secret)
  return { ...browserVisitOf(request), secret, signIn }
}

/** Signs in. If another press was faster, the page then shows why it is too late. */
async function use(
  { id, goal }: SignIn,
  addresses: Addresses,
  { request, response }: Exchange,
): Promise<PressResult> {
  const result = await atomically((tx) => signInByLink(tx, id, browserOf(request)))
  if ('refused' in result) return {}
  keepSession(response, result.secret)
  return { goTo: goalAfter(result, goal, addresses) }
}

async function view(
  { signIn, locale, addresses }: LinkVisit,
  { request, response, formToken }: ViewContext,
): Promise<PageView | Redirect> {
  const member = signIn?.memberId ? await Member.findByPk(signIn.memberId) : null
  const state = signIn && member ? signInState(signIn, now()) : 'unknown'
  if (!signIn || !member || state !== 'open') {
    const goal = signIn?.goal ?? null
    if (member && (await isSignedIn(request, member.id)))
      return signedInView({ locale, dashboard: addresses.page(goal ?? '/dashboard') })
    const why = state === 'open' ? 'unknown' : state
    return overView({ locale, why, again: addresses.signInFor(goal) })
  }
  if (signIn.opensDirectly && request.method === 'GET') {
    const { goTo } = await use(signIn, addresses, { request, response })
    return { goTo: goTo ?? request.path }
  }
  return linkView({ locale, formToken, email: member.email })
}

/** Returns whether this browser is signed in as the member of the link. Other browsers learn nothing about its session. */
async function isSignedIn(request: Request, memberId: number): Promise<boolean> {
  const visit = await memberVisitOf(request)
  return visit?.session.state === 'open' && visit.session.member.id === memberId
}
