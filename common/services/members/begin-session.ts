import { insert } from '../../../db/rows.ts'
import type { Tx } from '../../../db/transaction.ts'
import { SESSION_LIFETIME } from '../../domain/members/session.ts'
import { randomToken, sha256 } from '../../kit/secrets.ts'
import { cut, readable } from '../../kit/text.ts'
import { later } from '../../kit/time.ts'
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
  tx: Tx,
  memberId: number,
  { userAgent, session }: { userAgent: string; session: string | null },
): Promise<BegunSession | null> {
  if (!(await lockMember(tx, memberId))) return null
  const secret = randomToken(32)
  const former = await tx.sql.row('SELECT id FROM dashboard_sessions WHERE member_id = ? LIMIT 1', [memberId])
  if (session !== null)
    await tx.sql.write('UPDATE dashboard_sessions SET ended_at = ? WHERE hash = ? AND ended_at IS NULL', [
      tx.now,
      sha256(session),
    ])
  await insert(tx.sql, 'dashboard_sessions', {
    ...{ member_id: memberId, hash: sha256(secret), user_agent: cut(readable(userAgent) ?? '', 255) },
    ...{
      last_used_at: tx.now,
      expires_at: later(tx.now, SESSION_LIFETIME),
      created_at: tx.now,
      proved_at: tx.now,
    },
  })
  return { secret, isFirst: former === undefined }
}
