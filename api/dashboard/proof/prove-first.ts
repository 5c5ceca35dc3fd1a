import type { ProblemKey } from '../../../common/kit/sentence-key.ts'
import { atomically } from '../../../common/runtime/atomically.ts'
import { now } from '../../../common/runtime/clock.ts'
import { listPasskeys, proveByPasskey, usageOptions } from '../../../common/services/members/passkeys.ts'
import { proveByCode, requestProof } from '../../../common/services/members/prove.ts'
import type { Refused } from '../../../common/services/members/sign-in.ts'
import type { Project } from '../../../common/services/projects/project.ts'
import { canonicalPath } from '../../context.ts'
import type { Form } from '../../pages/form.ts'
import type { PressResult, ViewContext } from '../../pages/hosted-page.ts'
import type { PageView } from '../../pages/kit/page-view.ts'
import type { MemberVisit } from '../member-visit.ts'
import { PASSKEY, PROOF_CODE, PROOF_STEP } from './names.ts'
import { proofView } from './proof-view.ts'

const NEEDED = { [PROOF_STEP]: 'proof_needed' } as const
const SENT = { [PROOF_STEP]: 'proof_sent' } as const

/**
 * Lets a press continue (null) if the member has proved recently who they are, or proves it with this form. Otherwise returns
 * errors, with which the page asks for a proof (`asksForProof`). Without a passkey the first press emails a code.
 */
export async function proveFirst(
  visit: MemberVisit,
  project: Project,
  form: Form,
): Promise<PressResult | null> {
  const { session, secret, locale } = visit
  if (session.isProofFresh) return null
  const proving = { id: session.id, member: session.member, secret }
  if (form[PROOF_STEP] === 'passkey') {
    const isProved = await atomically((tx) => proveByPasskey(tx, proving, form[PASSKEY] ?? ''))
    return isProved ? null : { errors: { ...NEEDED, [PASSKEY]: 'passkey_refused' } }
  }
  if (form[PROOF_STEP] === 'check') {
    const refused = await atomically((tx) => proveByCode(tx, proving, form[PROOF_CODE] ?? ''))
    if (refused === null) return null
    return { errors: { ...SENT, [PROOF_CODE]: problemOf(refused) } }
  }
  if (form[PROOF_STEP] === undefined && (await hasPasskey(visit))) return { errors: NEEDED }
  const isSent = await atomically((tx) => requestProof(tx, proving, project, locale))
  return { errors: isSent ? SENT : { ...SENT, [PROOF_CODE]: 'sign_in_limited' } }
}

/**
 * Returns the page that asks for a proof in the place of another one, or null if none is needed. `protectedFrom`: the page to
 * go back to, if this page itself needs the proof.
 */
export async function asksForProof(
  visit: MemberVisit,
  { errors, form, formToken, request }: ViewContext,
  protectedFrom: string | null,
  project: Project | null = null,
): Promise<PageView | null> {
  const step = errors[PROOF_STEP]
  if (step === undefined && (protectedFrom === null || visit.session.isProofFresh)) return null
  const { locale, addresses, session, secret } = visit
  return proofView({
    ...{ locale, formToken, email: session.member.email },
    pressed: form ?? {},
    isSent: step === 'errors.proof_sent',
    problem: errors[PROOF_CODE] ?? null,
    passkeyProblem: errors[PASSKEY] ?? null,
    passkey: (await hasPasskey(visit)) ? await usageOptions('prove', secret, now()) : null,
    project,
    back: protectedFrom ?? addresses.page(canonicalPath(request)),
  })
}

async function hasPasskey({ session }: MemberVisit): Promise<boolean> {
  return (await listPasskeys(session.member.id)).length > 0
}

function problemOf(refused: Refused): ProblemKey {
  if (refused === 'wrong') return 'sign_in_wrong'
  return refused === 'incomplete' ? 'sign_in_incomplete' : `proof_${refused}`
}
