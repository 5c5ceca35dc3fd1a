import type { ModelTx } from '../../../db/transaction.ts'
import { SIGN_IN_LIFETIME } from '../../domain/members/sign-in.ts'
import type { Locale } from '../../kit/languages.ts'
import { randomToken, sha256 } from '../../kit/secrets.ts'
import { later } from '../../kit/time.ts'
import { writeEmail } from '../emails/write.ts'
import type { Project } from '../projects/project.ts'
import { DashboardSession } from './dashboard-sessions-table.ts'
import { type Refused, tryCode } from './sign-in.ts'
import { isLimited, lockAddress } from './sign-in-limits.ts'
import { SignIn } from './sign-ins-table.ts'

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
  tx: ModelTx,
  { secret, member }: ProvingSession,
  project: Project,
  locale: Locale,
): Promise<boolean> {
  const emailHash = sha256(`proof ${member.email}`)
  await lockAddress(tx, emailHash)
  if (await isLimited(tx, emailHash, null)) return false
  const { now, transaction } = tx
  const { id, nonce } = await SignIn.create(
    {
      ...{ memberId: member.id, emailHash, network: NO_NETWORK, browserHash: browserHashOf(secret) },
      ...{ nonce: randomToken(), expiresAt: later(now, SIGN_IN_LIFETIME), createdAt: now },
    },
    { transaction },
  )
  await writeEmail(
    tx,
    { project, isTest: false },
    {
      ...{ kind: 'proof_code', cause: `proof-${id}`, recipient: member.email, locale },
      payload: { sign_in_id: id, nonce },
    },
  )
  return true
}

/** Checks a typed code. If it is right, the session has a fresh proof. Otherwise returns why not. */
export async function proveByCode(
  tx: ModelTx,
  { id, secret }: ProvingSession,
  typed: string,
): Promise<Refused | null> {
  const { transaction } = tx
  const where = { browserHash: browserHashOf(secret) }
  const proof = await SignIn.findOne({ where, order: [['id', 'DESC']], transaction })
  if (!proof) return 'expired'
  const result = await tryCode(tx, proof.id, typed)
  if ('refused' in result) return result.refused
  await result.update({ usedAt: tx.now }, { transaction })
  await noteProof(tx, id)
  return null
}

/** Stores that the member of a session has just proved who they are. */
export async function noteProof({ now, transaction }: ModelTx, sessionId: number): Promise<void> {
  await DashboardSession.update({ provedAt: now }, { where: { id: sessionId }, transaction })
}

/** Differs from the hash of every browser that signs in, so that neither code works for the other purpose. */
function browserHashOf(secret: string): Buffer {
  return sha256(`proof ${secret}`)
}
