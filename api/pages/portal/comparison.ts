import { formatAmount, formatDate, formatShortDate } from '../../../common/kit/format.ts'
import type { PlanChoice } from '../../../common/services/portal/list-plans.ts'
import type { PortalSubscription } from '../../../common/services/portal/list-subscriptions.ts'
import { planName } from '../../../common/services/text/names.ts'
import { priceLine } from '../../../common/services/text/price-line.ts'
import { translate } from '../../../common/services/text/translate.ts'
import { type Spoken, stateOf } from './status.ts'

/** How a subscription is at a time: its plan, its price, and until when it is paid for. */
interface Side {
  title: string
  plan: string
  price: string
  until: string | null
}

/** What choosing a plan would do. */
export interface Comparison {
  /** What is to be paid now, in a few words. */
  due: string
  /** Before and after; empty where nothing is held any more. */
  sides: Side[]
  /** How the sum to pay now comes about; empty where there is nothing to work out. */
  sums: { label: string; exactly?: string | null; amount: string; total: boolean }[]
  /** What happens when. */
  next: string
}

/** What becomes of a subscription by another plan: the same facts side by side, and the sum worked out. */
export function comparisonOf(
  plan: PlanChoice,
  { holding, ...spoken }: Spoken & { holding: PortalSubscription },
): Comparison {
  const { how, price, credit, due, date } = plan
  const { project, locale } = spoken
  const t = translate(locale)
  const money = (amount: number) => formatAmount(amount, project.currency, locale)
  const day = formatDate(date, project.timezone, locale)
  const about = { due: money(due), credit: money(credit), date: day }
  const later = how === 'schedule'
  return {
    due: t(later ? 'portal.plan_free' : 'portal.plan_due', about),
    sides: sidesOf(plan, holding, spoken),
    sums:
      later || credit === 0
        ? []
        : [
            { label: t('portal.new_price'), amount: money(price.unit_amount), total: false },
            {
              label: creditLabel(plan, holding, spoken),
              exactly: plan.days && t('order.credit_exact'),
              amount: `−${money(credit)}`,
              total: false,
            },
            { label: t('portal.due_now'), amount: money(due), total: true },
          ],
    next: t(later ? 'portal.plan_later' : 'portal.plan_now', about),
  }
}

function sidesOf({ how, price, date }: PlanChoice, holding: PortalSubscription, spoken: Spoken): Side[] {
  const state = stateOf(holding)
  if (state === 'canceled') return []
  const { project, locale } = spoken
  const { subscription } = holding
  const t = translate(locale)
  const until = (at: Date) => t('renew.until', { date: formatShortDate(at, project.timezone, locale) })
  const later = how === 'schedule'
  const free = state === 'trialing' || state === 'trial_requested'
  return [
    {
      title: t('portal.side_now'),
      plan: planName(subscription.price),
      price: free
        ? t('portal.trial_free')
        : priceLine(subscription.price, spoken.project.currency, spoken.locale),
      until: until(new Date(subscription.current_period_end)),
    },
    {
      title: t(later ? 'portal.side_later' : 'portal.side_then'),
      plan: planName(price),
      price: priceLine(price, spoken.project.currency, spoken.locale),
      until: later ? null : until(date),
    },
  ]
}

/** Which days the credit is for, as the checkout says it. */
function creditLabel({ days }: PlanChoice, { subscription }: PortalSubscription, { locale }: Spoken): string {
  const t = translate(locale)
  if (!days) return t('order.credit')
  return t('order.credit_days', { count: days.left, whole: days.whole, plan: planName(subscription.price) })
}
