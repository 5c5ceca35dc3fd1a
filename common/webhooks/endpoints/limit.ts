import type { Tx } from '../../../db/transaction.ts'
import { Refusal } from '../../kit/refusal.ts'
import { lockProject } from '../../projects/lock.ts'
import type { Scope } from '../../projects/project.ts'

/** In one mode of a project: every event is looked up, written and sent for each of them. */
export const MOST_ENDPOINTS = 200
/** With those deleted within the last day, which every scan still passes. */
export const MOST_IN_A_DAY = 1_000

/** Refuses one endpoint too many. Locks the project's row, so that two requests cannot both be the last. */
export async function refuseTooMany(tx: Tx, { project, isTest }: Scope): Promise<void> {
  await lockProject(tx, project.id)
  const row = await tx.sql.row<{ total: number; live: string | null }>(
    `SELECT COUNT(*) AS total, SUM(deleted_at IS NULL) AS live FROM webhook_endpoints
     WHERE project_id = ? AND is_test = ?`,
    [project.id, isTest],
  )
  const { total = 0, live } = row ?? {}
  if (Number(live ?? 0) >= MOST_ENDPOINTS)
    throw refusal(
      `This project has ${MOST_ENDPOINTS} webhook endpoints in this mode, which is the most there can be. Delete one that is no longer used.`,
    )
  if (total >= MOST_IN_A_DAY)
    throw refusal(
      'Too many webhook endpoints were made and deleted within a day. Change the url of one instead, or try again tomorrow.',
    )
}

function refusal(say: string): Refusal {
  return new Refusal({ code: 'validation_failed', path: 'url', params: { say } })
}
