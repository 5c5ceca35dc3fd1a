import { insert } from '../../../db/rows.ts'
import type { Tx } from '../../../db/transaction.ts'
import { SIGN_IN_LIFETIME } from '../../domain/members/sign-in.ts'
import type { Locale } from '../../kit/languages.ts'
import { randomToken, sha256 } from '../../kit/secrets.ts'
import { later } from '../../kit/time.ts'
import { writeEmail } from '../emails/write.ts'
import type { Project } from '../projects/project.ts'
import { type Refused, tryCode } from './sign-in.ts'
import { isLimited, lockAddress } from './sign-in-limits.ts'

/** A session whose member is to prove who they are. */
export interface ProvingSession {
  id: number
  /** The secret of its cookie. */
  secret: string
  member: { id: number; email: string }
}

/** Stored in the place of a network: members of a shop often share one, and no one else can request their codes. */
const NO_NETWORK = ''

/**
 * Emails the member of a session a code. Only this session can enter it, and it signs no one in. Returns false if there were
 * too many requests: these are counted apart from sign-ins, so no one without a session can use them up.
 */
export async function requestProof(
  tx: Tx,
  { secret, member }: ProvingSession,
  project: Project,
  locale: Locale,
): Promise<boolean> {
  const emailHash = sha256(`proof ${member.email}`)
  await lockAddress(tx, emailHash)
  if (await isLimited(tx, emailHash, null)) return false
  const nonce = randomToken()
  const proofId = await insert(tx.sql, 'sign_ins', {
    ...{ member_id: member.id, email_hash: emailHash, network: NO_NETWORK, goal: null },
    ...{ browser_hash: browserHashOf(secret), nonce },
    ...{ expires_at: later(tx.now, SIGN_IN_LIFETIME), created_at: tx.now },
  })
  await writeEmail(
    tx,
    { project, isTest: false },
    {
      ...{ kind: 'proof_code', cause: `proof-${proofId}`, recipient: member.email, locale },
      payload: { sign_in_id: proofId, nonce },
    },
  )
  return true
}

/** Checks a typed code. If it is right, the session has a fresh proof. Otherwise returns why not. */
export async function proveByCode(
  tx: Tx,
  { id, secret }: ProvingSession,
  typed: string,
): Promise<Refused | null> {
  const proof = await tx.sql.row<{ id: number }>(
    'SELECT id FROM sign_ins WHERE browser_hash = ? ORDER BY id DESC LIMIT 1',
    [browserHashOf(secret)],
  )
  if (!proof) return 'expired'
  const result = await tryCode(tx, proof.id, typed)
  if ('refused' in result) return result.refused
  await tx.sql.write('UPDATE sign_ins SET used_at = ? WHERE id = ?', [tx.now, proof.id])
  await noteProof(tx, id)
  return null
}

/** Stores that the member of a session has just proved who they are. */
export async function noteProof(tx: Tx, sessionId: number): Promise<void> {
  await tx.sql.write('UPDATE dashboard_sessions SET proved_at = ? WHERE id = ?', [tx.now, sessionId])
}

/** Differs from the hash of every browser that signs in, so that neither code works for the other purpose. */
function browserHashOf(secret: string): Buffer {
  return sha256(`proof ${secret}`)
}
