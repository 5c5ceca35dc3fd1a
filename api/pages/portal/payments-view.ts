import type { Purchase } from '../../../common/portal/list-purchases.ts'
import { pageFrame, shopOf } from '../frame.ts'
import type { PageView } from '../payable/view.ts'
import { words } from '../words.ts'
import type { PortalPageInput } from './page-input.ts'
import { purchaseLine } from './purchases.ts'

export interface PaymentsPageInput extends PortalPageInput {
  purchases: Purchase[]
  page: number
  hasMore: boolean
}

/** The history of payments, page by page. */
export function paymentsView(input: PaymentsPageInput): PageView {
  const { project, locale, addresses, page } = input
  const title = words(locale)('portal.payments')
  const view = {
    page: pageFrame(
      {
        lang: locale,
        nonce: input.nonce,
        title,
        state: 'portal_payments',
        isTest: input.isTest,
        keep: page > 1 ? `page=${page}&` : '',
        wide: true,
      },
      project,
    ),
    shop: shopOf(project),
    list: addresses.list(),
    purchases: input.purchases.map((purchase) => purchaseLine(purchase, input)),
    newer: page > 1 ? addresses.payments(page - 1) : null,
    older: input.hasMore ? addresses.payments(page + 1) : null,
  }
  return { status: 200, template: 'portal/payments', view }
}
