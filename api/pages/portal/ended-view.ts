import { translate } from '../../../common/services/text/translate.ts'
import type { PageView } from '../kit/page-view.ts'
import { cardOf } from './card.ts'
import type { ListPageInput } from './list-view.ts'
import { pagedFrame, type PagedInput } from './paged.ts'

export interface EndedPageInput extends PagedInput, Pick<ListPageInput, 'entries' | 'pictures'> {}

/** Returns a page of the ended subscriptions, which can be started again. */
export function endedView(input: EndedPageInput): PageView {
  const { locale, addresses } = input
  const view = {
    ...pagedFrame(input, {
      title: translate(locale)('portal.earlier'),
      state: 'portal_ended',
      address: (page) => addresses.ended(page),
    }),
    cards: input.entries.map(({ entry, hasPlans }) => cardOf(entry, { ...input, hasPlans })),
  }
  return { status: 200, template: 'portal/ended', view }
}
