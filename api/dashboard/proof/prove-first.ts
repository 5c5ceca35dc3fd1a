import { atomically } from '../../../common/runtime/atomically.ts'
import { proveByCode, requestProof } from '../../../common/services/members/prove.ts'
import { canonicalPath } from '../../context.ts'
import type { Form } from '../../pages/form.ts'
import type { PressResult, ViewContext } from '../../pages/hosted-page.ts'
import type { PageView } from '../../pages/kit/page-view.ts'
import type { ProjectVisit } from '../project-visit.ts'
import { PROOF_CODE, PROOF_STEP } from './names.ts'
import { proofView } from './proof-view.ts'

const SENT: PressResult = { errors: { [PROOF_STEP]: 'proof_needed' } }

/**
 * Lets a press continue (null) if the member has proved recently who they are, or proves it with this form. Otherwise returns
 * errors, with which the page asks for a code (`asksForProof`). The first press emails it.
 */
export async function proveFirst(visit: ProjectVisit, form: Form): Promise<PressResult | null> {
  const { session, secret, scope, locale } = visit
  if (session.isProofFresh) return null
  const proving = { id: session.id, member: session.member, secret }
  if (form[PROOF_STEP] === 'check') {
    const refused = await atomically((tx) => proveByCode(tx, proving, form[PROOF_CODE] ?? ''))
    if (refused === null) return null
    const problem = refused === 'wrong' ? 'sign_in_wrong' : (`proof_${refused}` as const)
    return { errors: { ...SENT.errors, [PROOF_CODE]: problem } }
  }
  const isSent = await atomically((tx) => requestProof(tx, proving, scope.project, locale))
  return isSent ? SENT : { errors: { ...SENT.errors, [PROOF_CODE]: 'sign_in_limited' } }
}

/** Returns the page that asks for a proof in the place of another one, or null if none is needed. */
export function asksForProof(
  visit: ProjectVisit,
  { errors, form, nonce, formToken, request }: ViewContext,
  isPageProtected: boolean,
): PageView | null {
  const isPressed = errors[PROOF_STEP] !== undefined
  if (!isPressed && (!isPageProtected || visit.session.isProofFresh)) return null
  const { locale, addresses, session } = visit
  return proofView({
    ...{ locale, nonce, formToken, email: session.member.email },
    pressed: form ?? {},
    isSent: isPressed,
    problem: errors[PROOF_CODE] ?? null,
    back: isPageProtected
      ? addresses.home(visit.scope.project.id, visit.mode)
      : addresses.page(canonicalPath(request)),
  })
}
