import { readAsked } from '../../api/dashboard/kit/filters.ts'
import { listView } from '../../api/dashboard/kit/list-view.ts'
import { type ListedRefund, refundList, withPayment } from '../../api/dashboard/refunds/view.ts'
import type { PageView } from '../../api/pages/kit/page-view.ts'
import { refund, REFUND_REASONS, REFUND_STATUSES } from '../../common/domain/refunds/object.ts'
import type { Locale } from '../../common/kit/languages.ts'
import { payment } from '../pages/view/fixtures.ts'
import { LONG } from '../portal/fixtures.ts'
import { inShop } from './in-shop.ts'

type State = (locale: Locale) => PageView

const some = REFUND_REASONS.map((reason, at) => {
  const status = REFUND_STATUSES[at % REFUND_STATUSES.length]!
  const one = refund.like({
    ...{ id: 12 - at, payment_id: 90 + at, amount: 5_000 * 10 ** at, currency: 'MNT', reason, status },
    ...{ note: at === 1 ? LONG : null, failure_message: status === 'failed' ? LONG : null },
  })
  return withPayment(
    one,
    at === 3 ? null : payment({ customer_id: at === 0 ? 7 : null, payer_name: 'Сараа Бат' }),
  )
})

function list(items: ListedRefund[], query: Record<string, string> = {}): State {
  return (locale) =>
    listView(refundList, {
      ...{ ...inShop(locale), items, hasMore: items.length > 0, problem: null },
      asked: readAsked(query, refundList.filters),
    })
}

/** Pages with refunds, by the name of their state. */
export const refundStates: Record<string, State> = {
  'dashboard-refunds': list(some),
  'dashboard-refunds-of-payment': list(some.slice(0, 1), { payment_id: '90' }),
}

/** Pages that only differ by a sentence from those above. */
export const rareRefundStates: State[] = [list([])]
