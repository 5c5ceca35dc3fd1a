import type { Locale } from '../../common/kit/languages.ts'
import { translate } from '../../common/services/text/translate.ts'
import type { PageView } from '../pages/kit/page-view.ts'
import type { Addresses } from './addresses.ts'
import { bareFrame, projectFrame, type ProjectInput } from './frame.ts'
import { Presenter } from './kit/presenter.ts'
import { sectionOf, sectionsFor } from './nav.ts'

interface DeniedInput {
  locale: Locale
  addresses: Addresses
}

/** Returns the page that is shown instead of a shop that is not the member's, or does not exist. */
export function deniedView({ addresses, ...input }: DeniedInput): PageView {
  const t = translate(input.locale)
  const heading = t('dashboard.denied.heading')
  return {
    status: 404,
    template: 'dashboard/denied',
    view: {
      ...bareFrame(input, { title: heading, state: 'dashboard_denied' }),
      heading,
      text: t('dashboard.denied.unknown'),
      next: t('dashboard.denied.next_unknown'),
      back: { href: addresses.start(), label: t('dashboard.denied.back') },
    },
  }
}

/** Returns the page that is shown instead of one that the member's role does not include, with the menu of the shop. */
export function roleDeniedView(input: ProjectInput, path: string): PageView {
  const presenter = new Presenter(input)
  const { t } = presenter
  const heading = t('dashboard.denied.heading')
  const mine = sectionsFor(input.role)
  const section = mine.find((one) => one === sectionOf(path)) ?? mine[0]!
  return {
    status: 403,
    template: 'dashboard/missing',
    view: {
      // The form was refused, so that it cannot be sent again.
      ...projectFrame({ ...input, kept: null }, path, { title: heading, state: 'dashboard_denied' }),
      heading,
      text: t('dashboard.denied.role', { role: t(`dashboard.role.${input.role}`) }),
      next: t('dashboard.denied.next_role'),
      back: { href: presenter.page(section.path), label: t(section.label) },
    },
  }
}
