import type { Tx } from '../../db/transaction.ts'
import type { Scope } from './project.ts'

/**
 * The scope with the zone in which a new subscription counts its days. A project that every process
 * remembers may be seconds old; and until the first subscription stands the zone could still change
 * behind it, so that one keeps the project's row. Afterwards nobody waits here any more. A payment has
 * locked its customer by then: where that meets the usual order, one of the two runs again.
 */
export async function withZoneForGood(tx: Tx, scope: Scope): Promise<Scope> {
  const { project, isTest } = scope
  const zone = 'SELECT timezone FROM projects WHERE id = ?'
  const fixed = await tx.sql.row<{ timezone: string }>(
    `${zone} AND EXISTS (SELECT * FROM subscriptions WHERE project_id = ?)`,
    [project.id, project.id],
  )
  const row = fixed ?? (await tx.sql.row<{ timezone: string }>(`${zone} LOCK IN SHARE MODE`, [project.id]))
  if (!row || row.timezone === project.timezone) return scope
  return { project: { ...project, timezone: row.timezone }, isTest }
}
