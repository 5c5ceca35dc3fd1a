import type { SubscriptionObject, SubscriptionStatus } from '../../../common/domain/subscriptions/object.ts'
import { planName } from '../../../common/services/text/names.ts'
import type { Translate } from '../../../common/services/text/translate.ts'
import type { Column, Tone } from '../kit/table.ts'

const TONES: Record<SubscriptionStatus, Tone> = {
  trialing: 'good',
  active: 'good',
  past_due: 'bad',
  canceled: 'neutral',
}

/** Returns a subscription's status as merchants read it. One that is canceled for its end is still active. */
export function subscriptionStatus(
  { status, canceled_at: at }: Pick<SubscriptionObject, 'status' | 'canceled_at'>,
  t: Translate,
): { text: string; tone: Tone } {
  if (status !== 'canceled' && at !== null) return { text: t('dashboard.subscriptions.ending'), tone: 'bad' }
  return { text: t(`dashboard.subscriptions.status_${status}`), tone: TONES[status] }
}

/** The columns of a table of one customer's subscriptions. */
export const ownSubscriptionColumns: readonly Column<SubscriptionObject>[] = [
  {
    label: 'dashboard.subscriptions.plan',
    kind: 'what',
    cell: ({ product, price }) => planName({ ...price, product }),
  },
  {
    label: 'order.amount',
    kind: 'money',
    cell: ({ price }, presenter) => presenter.money(price.unit_amount),
  },
  { label: 'portal.status', kind: 'state', cell: (one, { t }) => subscriptionStatus(one, t) },
  {
    label: 'dashboard.subscriptions.paid_until',
    kind: 'date',
    cell: ({ current_period_end: end }, presenter) => presenter.date(end),
  },
]
