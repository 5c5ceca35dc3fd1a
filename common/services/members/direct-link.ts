import type { ModelTx } from '../../../db/transaction.ts'
import { DIRECT_LINK_LIFETIME } from '../../domain/members/sign-in.ts'
import { canonicalEmail } from '../../kit/email.ts'
import { randomToken, sha256 } from '../../kit/secrets.ts'
import { later } from '../../kit/time.ts'
import { signInUrl } from '../links/sign-in.ts'
import { addMember } from './add.ts'
import { SignIn } from './sign-ins-table.ts'

/**
 * Adds an owner of the demo project and returns an address that signs in as them when it is opened, once. Only for `bin/dev`:
 * links in emails need a button, because mail scanners open them.
 */
export async function createDirectLink(tx: ModelTx, projectId: number, email: string): Promise<string> {
  const member = await addMember(tx, projectId, { email, role: 'owner' })
  const { now, transaction } = tx
  const signIn = await SignIn.create(
    {
      ...{ memberId: member.id, emailHash: sha256(canonicalEmail(email)), network: 'dev' },
      ...{ nonce: randomToken(), opensDirectly: true, goal: `/dashboard/${projectId}/test` },
      ...{ expiresAt: later(now, DIRECT_LINK_LIFETIME), createdAt: now },
    },
    { transaction },
  )
  return signInUrl(signIn)
}
