import type { Router } from 'express'
import { atomically } from '../../../common/runtime/atomically.ts'
import { findSignInOf } from '../../../common/services/members/find-sign-in.ts'
import { signInByCode } from '../../../common/services/members/sign-in.ts'
import type { SignIn } from '../../../common/services/members/sign-ins-table.ts'
import type { Form } from '../../pages/form.ts'
import { type Exchange, hostedPage, type PressResult } from '../../pages/hosted-page.ts'
import {
  browserOf,
  type BrowserVisit,
  browserVisitOf,
  goalAfter,
  keepSession,
  typedAddress,
} from './browser.ts'
import { codeView } from './code-view.ts'

interface CodeVisit extends BrowserVisit {
  /** The newest sign-in that this browser requested; null if it requested none. */
  signIn: SignIn | null
}

/** The page that takes the code from the email. Only the browser that requested the email can enter it. */
export const codePage: Router = hostedPage<CodeVisit>({
  name: 'dashboard/sign-in',
  path: '/dashboard/sign-in/code',
  visit: async (request) => {
    const visit = browserVisitOf(request)
    return { ...visit, signIn: await findSignInOf(visit.secret) }
  },
  press,
  view: ({ signIn, locale, addresses }, { request, formToken, form, errors }) =>
    signIn
      ? codeView({
          locale,
          formToken,
          typed: form ?? {},
          errors,
          address: typedAddress(request, signIn),
          again: addresses.signInFor(signIn.goal),
        })
      : { goTo: addresses.signIn() },
})

async function press(
  { signIn, addresses }: CodeVisit,
  { code = '' }: Form,
  { request, response }: Exchange,
): Promise<PressResult> {
  if (!signIn) return { goTo: addresses.signIn() }
  const result = await atomically((tx) => signInByCode(tx, signIn.id, code, browserOf(request)))
  if ('refused' in result) return { errors: { code: `sign_in_${result.refused}` } }
  keepSession(response, result.secret)
  return { goTo: goalAfter(result, signIn.goal, addresses) }
}
