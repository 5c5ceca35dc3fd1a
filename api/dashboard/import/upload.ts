import type { Router } from 'express'
import { faultOf, LARGEST_FILE } from '../../../common/domain/statements/file/unreadable.ts'
import { atomically } from '../../../common/runtime/atomically.ts'
import { createImport } from '../../../common/services/statements/imports.ts'
import { previewStatement } from '../../../common/services/statements/preview.ts'
import { oneFileAtATime } from '../../file-slots.ts'
import { fileOf } from '../../pages/file-form.ts'
import type { Form } from '../../pages/form.ts'
import type { Exchange, PressResult } from '../../pages/hosted-page.ts'
import { inputOf, projectPage } from '../page.ts'
import { addressIn, type ProjectVisit } from '../project-visit.ts'
import { uploadView } from './upload-view.ts'

/** The page to upload a bank statement. */
export const uploadPage: Router = projectPage({
  path: '/payments/import',
  needs: 'operate',
  takesFile: true,
  actions: { upload: { needs: 'operate', run: upload } },
  view: (visit, context) => uploadView({ ...inputOf(visit, context), errors: context.errors }),
})

/** Stores the file if it can be read, and shows what its lines mean. */
async function upload(visit: ProjectVisit, _form: Form, { request }: Exchange): Promise<PressResult> {
  const { scope } = visit
  const file = fileOf(request, 'file')
  if (file === null) return { errors: { file: 'statement_missing' } }
  if (file === 'too_large' || file.length > LARGEST_FILE) return { errors: { file: 'statement_too_large' } }
  try {
    const id = await oneFileAtATime(scope.project.id, async () => {
      await previewStatement(scope, file, {})
      return atomically((tx) => createImport(tx, scope, file))
    })
    return { goTo: addressIn(visit, `/payments/import/${id}`) }
  } catch (error) {
    const fault = faultOf(error)
    if (fault === null) throw error
    return { errors: { file: `statement_${fault}` } }
  }
}
