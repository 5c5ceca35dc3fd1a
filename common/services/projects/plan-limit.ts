import type { Tx } from '../../../db/transaction.ts'
import { STARTER_LIMIT } from '../../domain/projects/plan.ts'
import type { Problems } from '../../kit/refusal.ts'
import { lockProject } from './lock.ts'
import type { Scope } from './project.ts'

/** Test mode and the Growth plan have no limit. */
function hasLimit({ project, isTest }: Scope): boolean {
  return !isTest && project.plan === 'starter'
}

/**
 * Locks the project's row if its plan has a limit, so that the count in `checkPlanLimit` stays true until
 * the new subscription is written. Call it before any customer is locked.
 */
export async function lockForPlanLimit(tx: Tx, scope: Scope): Promise<void> {
  if (hasLimit(scope)) await lockProject(tx, scope.project.id)
}

/** Adds a problem if the plan's limit is reached. Call `lockForPlanLimit` first. */
export async function checkPlanLimit(tx: Tx, scope: Scope, path: string, problems: Problems): Promise<void> {
  if (!hasLimit(scope)) return
  const row = await tx.sql.row<{ entitled: number }>(
    `SELECT COUNT(*) AS entitled FROM subscriptions
     WHERE project_id = ? AND is_test = FALSE AND status IN ('trialing', 'active', 'past_due')`,
    [scope.project.id],
  )
  if ((row?.entitled ?? 0) >= STARTER_LIMIT)
    problems.add('plan_limit_reached', path, { limit: STARTER_LIMIT, project: scope.project.id })
}
