import type { Problems } from '../kit/refusal.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Scope } from './project.ts'

/** Entitled live subscriptions on the Starter plan. */
const STARTER_LIMIT = 30

/**
 * Holds the project's row where its plan has a limit, so that what is counted cannot change until the
 * new subscription stands; call it before any customer is locked. Answers how to refuse when the
 * limit is reached. Test mode and the Growth plan have none.
 */
export async function lockForPlanLimit(
  tx: Tx,
  { project, isTest }: Scope,
): Promise<(problems: Problems, path: string) => Promise<void>> {
  if (isTest || project.plan !== 'starter') return async () => undefined
  await tx.sql.row('SELECT id FROM projects WHERE id = ? FOR UPDATE', [project.id])
  return async (problems, path) => {
    const row = await tx.sql.row<{ entitled: number }>(
      `SELECT COUNT(*) AS entitled FROM subscriptions
       WHERE project_id = ? AND is_test = FALSE AND status IN ('trialing', 'active', 'past_due')`,
      [project.id],
    )
    if ((row?.entitled ?? 0) >= STARTER_LIMIT)
      problems.add('plan_limit_reached', path, { limit: STARTER_LIMIT })
  }
}
