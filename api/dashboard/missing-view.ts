import type { PageView } from '../pages/kit/page-view.ts'
import { projectFrame, type ProjectInput } from './frame.ts'
import { Presenter } from './kit/presenter.ts'
import { sectionOf } from './nav.ts'

/**
 * Returns the page in the place of an object that does not exist in this project and mode. `path` is the path of the object's
 * page, below `/dashboard/:project/:mode`.
 */
export function missingView(input: ProjectInput, path: string): PageView {
  const presenter = new Presenter(input)
  const { t } = presenter
  const heading = t('dashboard.missing.heading')
  const section = sectionOf(path)
  return {
    status: 404,
    template: 'dashboard/missing',
    view: {
      ...projectFrame(input, path, { title: heading, state: 'dashboard_missing' }),
      heading,
      text: t(input.isTest ? 'dashboard.missing.test' : 'dashboard.missing.live'),
      back: { href: presenter.page(section.path), label: t(section.label) },
    },
  }
}

/** Returns the page in the place of one that does not exist. */
export function unknownView(input: ProjectInput): PageView {
  const presenter = new Presenter(input)
  const { t } = presenter
  const heading = t('dashboard.missing.heading')
  return {
    status: 404,
    template: 'dashboard/missing',
    view: {
      ...projectFrame(input, null, { title: heading, state: 'dashboard_unknown' }),
      heading,
      text: t('dashboard.missing.address'),
      back: { href: presenter.page(''), label: t('dashboard.nav.home') },
    },
  }
}
