import { checkoutView } from '../../api/pages/checkout/view.ts'
import { decisionView } from '../../api/pages/decision/view.ts'
import type { PageView } from '../../api/pages/kit/page-view.ts'
import { listView } from '../../api/pages/portal/list-view.ts'
import { plansView } from '../../api/pages/portal/plans-view.ts'
import { refund } from '../../common/domain/refunds/object.ts'
import type { Locale } from '../../common/kit/format.ts'
import { rareDashboardStates } from '../dashboard/states.ts'
import { checkout, decisionPage, monthly, page, payment, project } from '../pages/view/fixtures.ts'
import { entries, portalPage } from '../portal/fixtures.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/488.0]'

function byYear(quantity: number) {
  const item = monthly('Номын клуб', 99_000, quantity)
  return { ...item, price: { ...item.price, recurring_interval: 'year' } as typeof item.price }
}
const plans = (locale: Locale, name: string) =>
  plansView({
    ...{ ...portalPage(locale), entry: entries[name]!, errors: {} },
    ...{ plans: [], chosen: undefined },
  })

/** Pages that only differ by a sentence from one in test/pages/view/states.ts, so that only their text is tested. */
export const rareStates: ((locale: Locale) => PageView)[] = [
  ...rareDashboardStates,
  (locale) => checkoutView(page({ locale, checkout: checkout({ credit_amount: 7_413 }) })),
  (locale) => checkoutView(page({ locale, checkout: checkout({ items: [byYear(1)] }) })),
  (locale) => checkoutView(page({ locale, checkout: checkout({ items: [byYear(2)] }) })),
  ...[byYear(1), monthly('Номын клуб', 9_900)].map(
    (item) => (locale: Locale) =>
      checkoutView(
        page({
          ...{ locale, checkout: checkout({ items: [item] }), payment: payment() },
          paidUntil: new Date('2027-08-12T15:59:59Z'),
        }),
      ),
  ),
  (locale) =>
    checkoutView(
      page({
        ...{ locale, typed: { email: 'bat@gmail.con' }, errors: { email: 'errors.email_misspelt' } },
        errorParams: { email: { meant: 'bat@gmail.com' } },
      }),
    ),
  (locale) => checkoutView(page({ locale, userAgent: IPHONE })),
  (locale) => checkoutView(page({ locale, userAgent: IPHONE.replace(/ \[.*/, ''), methods: ['qpay'] })),
  (locale) => {
    const code = { code: 'qr', short_url: null, apps: [] }
    const started = { ...payment({ method: 'qpay', reference: null }), details: code }
    return checkoutView(page({ locale, userAgent: IPHONE.replace(/ \[.*/, ''), payment: started }))
  },
  (locale) =>
    checkoutView(
      page({ locale, project: { ...project, email: null }, checkout: checkout({ status: 'expired' }) }),
    ),
  (locale) => checkoutView(page({ locale, closedBy: 'outdated', checkout: checkout({ status: 'expired' }) })),
  (locale) => {
    const rejected = { status: 'refund_required', failure_code: 'rejected', method: 'bank_transfer' } as const
    return checkoutView(page({ locale, payment: payment({ ...rejected, amount_received: 20_000 }) }))
  },
  (locale) =>
    checkoutView(
      page({
        ...{ locale, checkout: checkout({ status: 'pending' }) },
        payment: payment({ status: 'pending', amount_received: 20_000 }),
      }),
    ),
  (locale) =>
    checkoutView(
      page({
        ...{ locale, checkout: checkout({ status: 'complete' }) },
        payment: payment({ status: 'paid', amount_received: 20_000, refunds: [refund.example] }),
      }),
    ),
  (locale) => {
    const rejected = { status: 'refund_required', failure_code: 'rejected' } as const
    const part = payment({ ...rejected, amount_received: 10_000, amount_to_refund: 10_000 })
    return decisionView(decisionPage({ locale, state: 'rejected', payment: part }))
  },
  (locale) =>
    decisionView(
      decisionPage({ locale, state: 'confirmed', payment: payment({ status: 'refund_required' }) }),
    ),
  (locale) => decisionView(decisionPage({ locale, state: 'gone', payment: payment({ status: 'failed' }) })),
  (locale) => decisionView(decisionPage({ locale, opensAgain: false })),
  (locale) => {
    const surplus = payment({ status: 'paid', amount_received: 26_000, amount_to_refund: 1_000 })
    return decisionView(decisionPage({ locale, state: 'confirmed', payment: surplus }))
  },
  (locale) => {
    const failed = payment({ status: 'failed', failure_code: 'rejected' })
    const over = { ...failed, payable: { ...failed.payable, status: 'expired' as const } }
    return decisionView(decisionPage({ locale, state: 'rejected', payment: over }))
  },
  (locale) =>
    listView({
      ...portalPage(locale),
      entries: [{ entry: entries.unsold!, hasPlans: true }],
      ...{ page: 1, hasMore: false, hasMoreEnded: false, purchases: [], hasMorePurchases: false },
      ...{ notice: null, error: null },
    }),
  (locale) => plans(locale, 'canceled'),
  (locale) => plans(locale, 'overdue'),
]
