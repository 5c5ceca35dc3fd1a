import type { ModelTx } from '../../../db/transaction.ts'
import { SIGN_IN_LIFETIME } from '../../domain/members/sign-in.ts'
import { canonicalEmail } from '../../kit/email.ts'
import type { Locale } from '../../kit/languages.ts'
import { randomToken, sha256 } from '../../kit/secrets.ts'
import { later } from '../../kit/time.ts'
import { writeEmail } from '../emails/write.ts'
import { findProject } from '../projects/find.ts'
import { MemberProject } from './member-projects-table.ts'
import { Member } from './members-table.ts'
import { isLimited, lockAddress } from './sign-in-limits.ts'
import { SignIn } from './sign-ins-table.ts'

export interface SignInRequest {
  email: string
  /** The client address, or the part of it that one client has for itself. */
  network: string
  /** The secret of the browser that may enter the code. */
  browser: string
  /** The page to open afterwards; null for the first one. */
  goal: string | null
  locale: Locale
}

/**
 * Writes a sign-in, and an email with its link and code if the address is a member's. Returns false if there were too many
 * requests. Makes the same calls to the database for every address. The row of the email travels with the last one.
 */
export async function requestSignIn(tx: ModelTx, request: SignInRequest): Promise<boolean> {
  const email = canonicalEmail(request.email)
  const emailHash = sha256(email)
  await lockAddress(tx, emailHash)
  if (await isLimited(tx, emailHash, request.network)) return false
  const { now, transaction } = tx
  const member = await Member.findOne({ where: { email }, transaction })
  const where = { memberId: member?.id ?? 0 }
  const access = await MemberProject.findOne({ where, order: ['projectId'], transaction })
  const project = await findProject(tx.sql, access?.projectId ?? 0)
  const { id, nonce } = await SignIn.create(
    {
      ...{ memberId: member?.id ?? null, emailHash, network: request.network, nonce: randomToken() },
      ...{ browserHash: sha256(request.browser), goal: request.goal },
      ...{ expiresAt: later(now, SIGN_IN_LIFETIME), createdAt: now },
    },
    { transaction },
  )
  if (!project) return true
  await writeEmail(
    tx,
    { project, isTest: false },
    {
      ...{ kind: 'sign_in', cause: `sign-in-${id}`, recipient: email, locale: request.locale },
      payload: { sign_in_id: id, nonce },
    },
  )
  return true
}
