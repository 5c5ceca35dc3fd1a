import { signInState } from '../../../domain/members/sign-in.ts'
import { signInCode, signInUrl } from '../../links/sign-in.ts'
import { defineEmail, type StillTrue } from '../define-email.ts'

/** To a member, who requested it on the sign-in page: the link and the code follow from these. */
export interface SignInPayload {
  sign_in_id: number
  nonce: string
}

/** Returns whether a sign-in can still be used and its owner is still a member of a project. */
export const isSignInOpen: StillTrue<SignInPayload> = async (sql, { sign_in_id: id }, now) => {
  const row = await sql.row<{ usedAt: Date | null; expiresAt: Date; tries: number }>(
    `SELECT used_at AS usedAt, expires_at AS expiresAt, tries FROM sign_ins sign_in
     WHERE id = ? AND EXISTS (SELECT 1 FROM member_projects access WHERE access.member_id = sign_in.member_id)`,
    [id],
  )
  return row !== undefined && signInState(row, now) === 'open'
}

/** To a member, on request: the link and the code that sign in to the dashboard. Skipped when it would arrive too late. */
export const signIn = defineEmail<SignInPayload>({
  template: 'sign_in',
  to: 'member',
  personal: 'kept',
  stillTrue: isSignInOpen,
  content({ sign_in_id: id, nonce }, { t, shop }) {
    const code = signInCode({ id, nonce })
    return {
      subject: t('email.sign_in.subject', { shop }),
      preview: t('email.sign_in.lead', { shop }),
      facts: [{ label: t('email.sign_in.code'), text: `${code.slice(0, 3)} ${code.slice(3)}`, large: true }],
      url: signInUrl({ id, nonce }),
      foot: [t('email.sign_in.foot')],
    }
  },
})
