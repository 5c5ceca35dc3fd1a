import type { Permission } from '../../../common/domain/members/role.ts'
import type { SentenceKey } from '../../../common/kit/sentence-key.ts'
import type { PageView } from '../../pages/kit/page-view.ts'
import { projectFrame, type ProjectInput } from '../frame.ts'
import { Presenter } from '../kit/presenter.ts'

/** The way back from the lists of this section. */
export const toDevelopers = { path: '/developers', label: 'dashboard.nav.developers' } as const

const LISTS: readonly { path: string; name: SentenceKey; detail: SentenceKey; needs: Permission }[] = [
  {
    path: '/developers/tokens',
    name: 'dashboard.tokens.heading',
    detail: 'dashboard.tokens.about',
    needs: 'administer',
  },
  {
    path: '/developers/webhooks',
    name: 'dashboard.webhooks.heading',
    detail: 'dashboard.webhooks.about',
    needs: 'view',
  },
  {
    path: '/developers/events',
    name: 'dashboard.events.heading',
    detail: 'dashboard.events.about',
    needs: 'view',
  },
  {
    path: '/developers/requests',
    name: 'dashboard.requests.heading',
    detail: 'dashboard.requests.about',
    needs: 'view',
  },
]

/** Returns the page that leads to the lists for people who connect their website to the API. */
export function developersView(input: ProjectInput): PageView {
  const presenter = new Presenter(input)
  const { t } = presenter
  const heading = t(toDevelopers.label)
  return {
    status: 200,
    template: 'dashboard/developers',
    view: {
      ...projectFrame(input, toDevelopers.path, { title: heading, state: 'dashboard_developers' }),
      heading,
      lists: [
        ...LISTS.filter(({ needs }) => presenter.may(needs)).map(({ path, name, detail }) => ({
          ...{ href: presenter.page(path), name: t(name), detail: t(detail) },
        })),
        {
          href: '/docs',
          name: t('dashboard.developers.docs'),
          detail: t('dashboard.developers.docs_about'),
        },
      ],
    },
  }
}
