import { translate } from '../../../common/services/text/translate.ts'
import type { PageView } from '../kit/page-view.ts'
import { cardOf } from './card.ts'
import type { ListPageInput } from './list-view.ts'
import { pagedFrame, type PagedInput } from './paged.ts'

export interface EndedPageInput extends PagedInput, Pick<ListPageInput, 'holdings' | 'pictures'> {}

/** All subscriptions that have ended, page by page: what is not held any more can be begun anew. */
export function endedView(input: EndedPageInput): PageView {
  const { locale, addresses } = input
  const view = {
    ...pagedFrame(input, {
      title: translate(locale)('portal.earlier'),
      state: 'portal_ended',
      address: (page) => addresses.ended(page),
    }),
    cards: input.holdings.map(({ holding, hasPlans }) => cardOf(holding, { ...input, hasPlans })),
  }
  return { status: 200, template: 'portal/ended', view }
}
