import { canBePaid, METHOD_SETTINGS } from '../../common/services/projects/check-payable.ts'
import { listProjects } from '../../common/services/projects/find.ts'
import { onConnection } from '../../db/sql.ts'
import { type Check, check } from './check.ts'

/** Checks that every project used in live mode has a live payment method. */
export async function checkPayments(): Promise<Check> {
  return onConnection(async (sql) => {
    const unpayable = (await listProjects(sql)).filter((project) => !canBePaid(project, false))
    const used = await sql.rows<{ project_id: number }>(
      'SELECT DISTINCT project_id FROM api_tokens WHERE NOT is_test AND last_used_at IS NOT NULL AND revoked_at IS NULL',
    )
    const live = new Set(used.map(({ project_id: id }) => id))
    const wrong = unpayable.filter(({ id }) => live.has(id))
    const names = (projects: typeof unpayable) => projects.map(({ id, name }) => `${id} (${name})`).join(', ')
    const fine =
      unpayable.length === 0
        ? 'Every project can be paid in live mode.'
        : `Every project used in live mode can be paid. Not used in live mode yet, and without a payment method: ${names(unpayable)}.`
    return check(
      'payment methods',
      wrong.length === 0,
      fine,
      `These projects cannot be paid in live mode: ${names(wrong)}. Enable one of ${METHOD_SETTINGS} with 'bin/tolbor project update'.`,
    )
  })
}
