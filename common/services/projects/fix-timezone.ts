import type { Tx } from '../../../db/transaction.ts'
import type { Scope } from './project.ts'

/**
 * Returns the scope with the zone in which a new subscription counts its days. The cached project may be
 * seconds old, and the zone can change until the first subscription exists: that one share-locks the
 * project's row. Later ones take no lock. A payment has already locked its customer, against the usual
 * lock order: on a deadlock one of the two transactions is retried.
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
