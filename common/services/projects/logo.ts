import { update } from '../../../db/rows.ts'
import type { ModelTx } from '../../../db/transaction.ts'
import { fieldChanges } from '../../kit/field-changes.ts'
import type { Image } from '../images/shrink-picture.ts'
import { storeUpload } from '../images/store-upload.ts'
import { getProject } from './find.ts'
import { lockProject } from './lock.ts'
import type { Project } from './project.ts'
import { serializeProject } from './rows.ts'

/**
 * Shows an uploaded logo for a project, in both modes. Its `logo_url` is then an address of this service. Publish
 * `project.changed` after the commit, as for `updateProject`.
 */
export async function setLogo(tx: ModelTx, id: number, image: Image): Promise<Project> {
  await lockProject(tx, id)
  const before = await getProject(tx.sql, id)
  const url = await storeUpload(tx, { subject: 'project', id }, { projectId: id, isTest: false }, image)
  await update(tx.sql, 'projects', id, { logo_url: url, updated_at: tx.now })
  const after = await getProject(tx.sql, id)
  tx.sql.noteFields('projects', id, fieldChanges(serializeProject(before), serializeProject(after)))
  return after
}
