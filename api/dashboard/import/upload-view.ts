import { translate } from '../../../common/services/text/translate.ts'
import { errorAt } from '../../pages/kit/fields.ts'
import type { PageView } from '../../pages/kit/page-view.ts'
import { projectFrame, type ProjectInput } from '../frame.ts'

export interface UploadInput extends ProjectInput {
  errors: Record<string, string>
}

/** Returns the page to upload a bank statement. */
export function uploadView({ errors, ...frame }: UploadInput): PageView {
  const { locale } = frame
  const t = translate(locale)
  const heading = t('dashboard.import.heading')
  const error = errorAt({ errors, locale }, 'file')
  return {
    status: 200,
    template: 'dashboard/import/upload',
    view: {
      ...projectFrame(frame, '/payments/import', {
        title: error === null ? heading : t('title.error', { title: heading }),
        state: 'dashboard_import',
      }),
      heading,
      id: 'file',
      error,
    },
  }
}
