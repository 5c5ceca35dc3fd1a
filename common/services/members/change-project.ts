import type { Tx } from '../../../db/transaction.ts'
import type { Submission } from '../../kit/submission.ts'
import type { PaymentSettings } from '../../methods/settings.ts'
import { getProject } from '../projects/find.ts'
import type { Project } from '../projects/project.ts'
import { type ProjectChanges, updateProject } from '../projects/update.ts'
import { tellOwners } from './tell-owners.ts'

/** Updates a project's settings. Emails its owners if customers now transfer money to another account. */
export async function changeProject(tx: Tx, id: number, draft: Submission<ProjectChanges>): Promise<Project> {
  const before = bankDetails((await getProject(tx.sql, id)).paymentSettings)
  const project = await updateProject(tx, id, draft)
  const after = bankDetails(project.paymentSettings)
  if (JSON.stringify(before) !== JSON.stringify(after))
    await tellOwners(tx, project, (notice) => ({
      kind: 'bank_details_changed',
      payload: { ...notice, account: after },
    }))
  return project
}

/** Returns the account that receives transfers. */
function bankDetails({ bank_transfer: values = {} }: PaymentSettings) {
  const { bank_name, account_number, account_holder } = values as Record<string, string | undefined>
  return {
    bank_name: bank_name ?? null,
    account_number: account_number ?? null,
    account_holder: account_holder ?? null,
  }
}
