import type { Role } from '../../common/domain/members/role.ts'
import type { Locale } from '../../common/kit/languages.ts'
import { translate } from '../../common/services/text/translate.ts'
import type { PageView } from '../pages/kit/page-view.ts'
import type { Addresses } from './addresses.ts'
import { bareFrame } from './frame.ts'

interface DeniedInput {
  locale: Locale
  nonce: string
  addresses: Addresses
  /** The role that does not suffice; null if the member is not one of the project's, which may not even exist. */
  role: Role | null
}

/** Returns the page that a member sees in the place of one that they may not see. */
export function deniedView({ role, addresses, ...input }: DeniedInput): PageView {
  const t = translate(input.locale)
  const heading = t('dashboard.denied.heading')
  return {
    status: role === null ? 404 : 403,
    template: 'dashboard/denied',
    view: {
      ...bareFrame(input, { title: heading, state: 'dashboard_denied' }),
      heading,
      text:
        role === null
          ? t('dashboard.denied.unknown')
          : t('dashboard.denied.role', { role: t(`dashboard.role.${role}`) }),
      next: t(role === null ? 'dashboard.denied.next_unknown' : 'dashboard.denied.next_role'),
      back: { href: addresses.start(), label: t('dashboard.denied.back') },
    },
  }
}
