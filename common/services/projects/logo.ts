import type { ModelTx } from '../../../db/transaction.ts'
import type { Image } from '../images/shrink-picture.ts'
import { storeUpload } from '../images/store-upload.ts'
import { getProject, lockStoredProject } from './find.ts'
import type { Project } from './project.ts'

/**
 * Shows an uploaded logo for a project, in both modes. Its `logo_url` is then an address of this service. Publish
 * `project.changed` after the commit, as for `updateProject`.
 */
export async function setLogo(tx: ModelTx, id: number, image: Image): Promise<Project> {
  const owner = { projectId: id, isTest: false }
  await storeUpload(tx, 'project', await lockStoredProject(tx, id), owner, image)
  return getProject(tx.sql, id)
}
