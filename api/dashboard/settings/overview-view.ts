import { offeredMethods } from '../../../common/methods/offered.ts'
import { methodLabel } from '../../../common/services/text/method-label.ts'
import type { PageView } from '../../pages/kit/page-view.ts'
import { projectFrame, type ProjectInput, queryOfShop } from '../frame.ts'
import { Presenter } from '../kit/presenter.ts'

/** Returns the page that leads to all settings of the shop. */
export function settingsView(input: ProjectInput): PageView {
  const presenter = new Presenter(input)
  const { t } = presenter
  const { project, isTest } = input
  const offered = offeredMethods(project, isTest).map(({ name }) => methodLabel(name, t))
  const heading = t('dashboard.settings.heading')
  return {
    status: 200,
    template: 'dashboard/settings/overview',
    view: {
      ...projectFrame(input, '/settings', { title: heading, state: 'dashboard_settings' }),
      heading,
      tasks: [
        {
          ...{ name: t('dashboard.settings.shop'), href: presenter.page('/settings/shop') },
          detail: project.name,
        },
        {
          ...{ name: t('dashboard.settings.brand'), href: presenter.page('/settings/brand') },
          detail: t('dashboard.settings.brand_detail'),
        },
        {
          ...{ name: t('dashboard.settings.methods'), href: presenter.page('/settings/methods') },
          detail: offered.length > 0 ? offered.join(', ') : t('dashboard.settings.no_methods'),
        },
        {
          ...{ name: t('dashboard.members.heading'), href: presenter.page('/members') },
          detail: t('dashboard.settings.members_detail'),
        },
        {
          name: t('dashboard.sessions.heading'),
          href: input.addresses.sessions(queryOfShop(input)),
          detail: t('dashboard.settings.sessions_detail'),
        },
      ],
      // Settings belong to both modes, and their changes are in the log of live mode.
      log: input.addresses.inProject(project.id, 'live', '/audit-log', { object: 'project' }),
    },
  }
}
