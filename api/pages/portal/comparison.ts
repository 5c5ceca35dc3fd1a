import { formatAmount, formatDate } from '../../../common/kit/format.ts'
import type { PlanChoice } from '../../../common/services/portal/list-plans.ts'
import type { PortalSubscription } from '../../../common/services/portal/list-subscriptions.ts'
import { planName } from '../../../common/services/text/names.ts'
import { priceLine } from '../../../common/services/text/price-line.ts'
import { translate } from '../../../common/services/text/translate.ts'
import { type SentenceContext, stateOf } from './status.ts'

/** A subscription before or after a change: its plan, its price, and until when it is paid. */
interface Side {
  title: string
  plan: string
  price: string
  until: string | null
}

/** The effect of choosing a plan. */
export interface Comparison {
  /** The amount to pay now, as text. */
  due: string
  /** Before and after; empty for an ended subscription. */
  sides: Side[]
  /** The calculation of the amount to pay now; empty without a credit. */
  sums: { label: string; exactly?: string | null; amount: string; total: boolean }[]
  /** A sentence about the effect and its date. */
  next: string
}

/** Compares a subscription with another plan, and calculates the amount to pay now. */
export function comparisonOf(
  plan: PlanChoice,
  { entry, ...context }: SentenceContext & { entry: PortalSubscription },
): Comparison {
  const { how, price, credit, due, date } = plan
  const { project, locale } = context
  const t = translate(locale)
  const money = (amount: number) => formatAmount(amount, project.currency, locale)
  const day = formatDate(date, project.timezone, locale)
  const about = { due: money(due), credit: money(credit), date: day }
  const later = how === 'schedule'
  return {
    due: t(later ? 'portal.plan_free' : 'portal.plan_due', about),
    sides: sidesOf(plan, entry, context),
    sums:
      later || credit === 0
        ? []
        : [
            { label: t('portal.new_price'), amount: money(price.unit_amount), total: false },
            {
              label: creditLabel(plan, entry, context),
              exactly: plan.days && t('order.credit_exact'),
              amount: `−${money(credit)}`,
              total: false,
            },
            { label: t('portal.due_now'), amount: money(due), total: true },
          ],
    next: t(later ? 'portal.plan_later' : 'portal.plan_now', about),
  }
}

function sidesOf(
  { how, price, date }: PlanChoice,
  entry: PortalSubscription,
  context: SentenceContext,
): Side[] {
  const state = stateOf(entry)
  if (state === 'canceled') return []
  const { project, locale } = context
  const { subscription } = entry
  const t = translate(locale)
  const until = (at: Date) => t('renew.until', { date: formatDate(at, project.timezone, locale) })
  const later = how === 'schedule'
  const free = state === 'trialing' || state === 'trial_requested'
  return [
    {
      title: t('portal.side_now'),
      plan: planName(subscription.price),
      price: free
        ? t('portal.trial_free')
        : priceLine(subscription.price, context.project.currency, context.locale),
      until: until(new Date(subscription.current_period_end)),
    },
    {
      title: t(later ? 'portal.side_later' : 'portal.side_then'),
      plan: planName(price),
      price: priceLine(price, context.project.currency, context.locale),
      until: later ? null : until(date),
    },
  ]
}

/** Returns the label of the credit, with its days, as on the checkout page. */
function creditLabel(
  { days }: PlanChoice,
  { subscription }: PortalSubscription,
  { locale }: SentenceContext,
): string {
  const t = translate(locale)
  if (!days) return t('order.credit')
  return t('order.credit_days', { count: days.left, whole: days.whole, plan: planName(subscription.price) })
}
