import type { ModelTx } from '../../../db/transaction.ts'
import { SESSION_LIFETIME } from '../../domain/members/session.ts'
import { randomToken, sha256 } from '../../kit/secrets.ts'
import { cut, readable } from '../../kit/text.ts'
import { later } from '../../kit/time.ts'
import { DashboardSession } from './dashboard-sessions-table.ts'
import { lockMember } from './lock.ts'

/** A new session. */
export interface BegunSession {
  secret: string
  /** Whether it is the member's first. */
  isFirst: boolean
}

/**
 * Signs a browser in and returns its new session; null if the member belongs to no project any more. Ends the session that
 * the browser had, because an attacker may have planted that one.
 */
export async function beginSession(
  tx: ModelTx,
  memberId: number,
  { userAgent, session }: { userAgent: string; session: string | null },
): Promise<BegunSession | null> {
  if (!(await lockMember(tx, memberId))) return null
  const { now, transaction } = tx
  const secret = randomToken(32)
  const former = await DashboardSession.findOne({ where: { memberId }, transaction })
  if (session !== null) {
    const where = { hash: sha256(session), endedAt: null }
    await DashboardSession.update({ endedAt: now }, { where, transaction })
  }
  await DashboardSession.create(
    {
      ...{ memberId, hash: sha256(secret), userAgent: cut(readable(userAgent) ?? '', 255) },
      ...{ lastUsedAt: now, expiresAt: later(now, SESSION_LIFETIME), createdAt: now, provedAt: now },
    },
    { transaction },
  )
  return { secret, isFirst: former === null }
}
