import type { ModelTx } from '../../../db/transaction.ts'
import type { Submission } from '../../kit/submission.ts'
import { accountIn } from '../../methods/settings.ts'
import { getProject } from '../projects/find.ts'
import type { Project } from '../projects/project.ts'
import { type ProjectChanges, updateProject } from '../projects/update.ts'
import { tellOwners } from './notices.ts'

/** Updates a project's settings. Emails its owners if customers now transfer money to another account. */
export async function changeProject(
  tx: ModelTx,
  id: number,
  draft: Submission<ProjectChanges>,
): Promise<Project> {
  const before = accountIn((await getProject(tx.sql, id)).paymentSettings)
  const project = await updateProject(tx, id, draft)
  const after = accountIn(project.paymentSettings)
  if (JSON.stringify(before) !== JSON.stringify(after))
    await tellOwners(tx, project, (notice) => ({
      kind: 'bank_details_changed',
      payload: { ...notice, account: after },
    }))
  return project
}
