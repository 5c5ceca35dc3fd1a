import { Op } from 'sequelize'
import type { ModelTx } from '../../../db/transaction.ts'
import { SESSION_IDLE } from '../../domain/members/session.ts'
import { later } from '../../kit/time.ts'
import { DashboardSession } from './dashboard-sessions-table.ts'

/** An open session, as its member sees it. */
export type OpenSession = Pick<DashboardSession, 'id' | 'userAgent' | 'lastUsedAt' | 'createdAt'>

/** Lists the open sessions of a member, the last used first. */
export function listOpenSessions(memberId: number, now: Date): Promise<OpenSession[]> {
  const lastUsedAt = { [Op.gt]: later(now, -SESSION_IDLE) }
  return DashboardSession.findAll({
    where: { memberId, endedAt: null, expiresAt: { [Op.gt]: now }, lastUsedAt },
    order: [
      ['lastUsedAt', 'DESC'],
      ['id', 'DESC'],
    ],
  })
}

/** Ends a session of this member. Does nothing if it is not theirs or has ended. */
export async function endDashboardSession(
  { now, transaction }: ModelTx,
  memberId: number,
  id: number,
): Promise<void> {
  await DashboardSession.update({ endedAt: now }, { where: { id, memberId, endedAt: null }, transaction })
}

/** Ends all sessions of a member. */
export async function endAllSessions({ now, transaction }: ModelTx, memberId: number): Promise<void> {
  await DashboardSession.update({ endedAt: now }, { where: { memberId, endedAt: null }, transaction })
}

/** Stores that a session was used now. */
export async function noteSessionUse({ now, transaction }: ModelTx, id: number): Promise<void> {
  const where = { id, lastUsedAt: { [Op.lt]: now } }
  await DashboardSession.update({ lastUsedAt: now }, { where, transaction })
}
