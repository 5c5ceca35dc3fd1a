import type { Purchase } from '../../../common/services/portal/list-purchases.ts'
import { translate } from '../../../common/services/text/translate.ts'
import type { PageView } from '../kit/page-view.ts'
import { pagedFrame, type PagedInput } from './paged.ts'
import { purchaseLine } from './purchases.ts'

export interface PaymentsPageInput extends PagedInput {
  purchases: Purchase[]
}

/** Returns a page of the payment history. */
export function paymentsView(input: PaymentsPageInput): PageView {
  const { locale, addresses } = input
  const view = {
    ...pagedFrame(input, {
      title: translate(locale)('portal.payments'),
      state: 'portal_payments',
      address: (page) => addresses.payments(page),
    }),
    purchases: input.purchases.map((purchase) => purchaseLine(purchase, input)),
  }
  return { status: 200, template: 'portal/payments', view }
}
