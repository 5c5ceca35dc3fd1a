import { insert } from '../../../db/rows.ts'
import type { Tx } from '../../../db/transaction.ts'
import { DIRECT_LINK_LIFETIME } from '../../domain/members/sign-in.ts'
import { canonicalEmail } from '../../kit/email.ts'
import { randomToken, sha256 } from '../../kit/secrets.ts'
import { later } from '../../kit/time.ts'
import { signInUrl } from '../links/sign-in.ts'
import { addMember } from './add.ts'

/**
 * Adds an owner of the demo project and returns an address that signs in as them when it is opened, once. Only for `bin/dev`:
 * links in emails need a button, because mail scanners open them.
 */
export async function createDirectLink(tx: Tx, projectId: number, email: string): Promise<string> {
  const member = await addMember(tx, projectId, { email, role: 'owner' })
  const nonce = randomToken()
  const id = await insert(tx.sql, 'sign_ins', {
    ...{ member_id: member.id, email_hash: sha256(canonicalEmail(email)), network: 'dev', nonce },
    ...{ opens_directly: true, goal: `/dashboard/${projectId}/test` },
    ...{ expires_at: later(tx.now, DIRECT_LINK_LIFETIME), created_at: tx.now },
  })
  return signInUrl({ id, nonce })
}
