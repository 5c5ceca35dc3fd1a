import { translate } from '../../../common/services/text/translate.ts'
import type { PageView } from '../../pages/kit/page-view.ts'
import { accountFrame, type AccountInput } from '../frame.ts'

export interface ShopsInput extends AccountInput {
  shops: { id: number; name: string }[]
}

/** Returns the page on which a member of several shops chooses one. */
export function shopsView({ shops, ...input }: ShopsInput): PageView {
  const heading = translate(input.locale)('dashboard.shops.heading')
  return {
    status: 200,
    template: 'dashboard/shops',
    view: {
      ...accountFrame(input, { title: heading, state: 'dashboard_shops' }),
      heading,
      shops: shops.map(({ id, name }) => ({
        name,
        href: input.addresses.home(id, 'live'),
      })),
    },
  }
}
