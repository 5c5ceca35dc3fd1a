import type { PageView } from '../pages/kit/page-view.ts'
import { projectFrame, type ProjectInput } from './frame.ts'
import { Presenter } from './kit/presenter.ts'
import { sectionOf } from './nav.ts'

/**
 * Returns the page in the place of an object that does not exist in this project and mode. `path` is the path of the object's
 * page, below `/dashboard/:project/:mode`; null for an address that leads to no page.
 */
export function missingView(input: ProjectInput, path: string | null): PageView {
  const presenter = new Presenter(input)
  const { t } = presenter
  const heading = t('dashboard.missing.heading')
  const section = sectionOf(path ?? '')
  const text =
    path === null ? 'address' : section.path === '/members' ? 'member' : input.isTest ? 'test' : 'live'
  return {
    status: 404,
    template: 'dashboard/missing',
    view: {
      // The form of an object that is gone cannot be sent again.
      ...projectFrame({ ...input, kept: null }, path, { title: heading, state: 'dashboard_missing' }),
      heading,
      text: t(`dashboard.missing.${text}`),
      next: t(`dashboard.missing.next_${text}`),
      back: { href: presenter.page(section.path), label: t(section.label) },
    },
  }
}
