import { insert } from '../../../db/rows.ts'
import type { Tx } from '../../../db/transaction.ts'
import { SIGN_IN_LIFETIME } from '../../domain/members/sign-in.ts'
import { canonicalEmail } from '../../kit/email.ts'
import type { Locale } from '../../kit/languages.ts'
import { randomToken, sha256 } from '../../kit/secrets.ts'
import { later } from '../../kit/time.ts'
import { writeEmail } from '../emails/write.ts'
import { findProject } from '../projects/find.ts'
import { isLimited, lockAddress } from './sign-in-limits.ts'

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
export async function requestSignIn(tx: Tx, request: SignInRequest): Promise<boolean> {
  const email = canonicalEmail(request.email)
  const emailHash = sha256(email)
  await lockAddress(tx, emailHash)
  if (await isLimited(tx, emailHash, request.network)) return false
  const member = await tx.sql.row<{ id: number; project_id: number | null }>(
    `SELECT member.id, MIN(access.project_id) AS project_id FROM members member
     LEFT JOIN member_projects access ON access.member_id = member.id WHERE member.email = ? GROUP BY member.id`,
    [email],
  )
  const project = await findProject(tx.sql, member?.project_id ?? 0)
  const nonce = randomToken()
  const id = await insert(tx.sql, 'sign_ins', {
    ...{ member_id: member?.id ?? null, email_hash: emailHash, network: request.network },
    ...{ browser_hash: sha256(request.browser), nonce, goal: request.goal },
    ...{ expires_at: later(tx.now, SIGN_IN_LIFETIME), created_at: tx.now },
  })
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
