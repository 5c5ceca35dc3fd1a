import {
  compare,
  type Figures,
  type Period,
  PERIODS,
  renewalRate,
  type Totals,
} from '../../../common/domain/figures/figures.ts'
import { daysLater } from '../../../common/domain/subscriptions/calendar.ts'
import { SUBSCRIPTION_STATUSES } from '../../../common/domain/subscriptions/object.ts'
import type { Locale } from '../../../common/kit/languages.ts'
import type { SentenceKey } from '../../../common/kit/sentence-key.ts'
import { MINUTE } from '../../../common/kit/time.ts'
import type { Presenter } from '../kit/presenter.ts'
import { mayOpen } from '../nav.ts'
import { chartView } from './chart-view.ts'

const PERIOD_TEXTS: Record<Period, { name: SentenceKey; before: SentenceKey }> = {
  1: { name: 'dashboard.figures.today', before: 'dashboard.figures.yesterday' },
  7: { name: 'dashboard.figures.week', before: 'dashboard.figures.week_before' },
  30: { name: 'dashboard.figures.month', before: 'dashboard.figures.month_before' },
}

/** Returns the revenue, the subscriptions and the age of the figures. */
export function figuresView(figures: Figures, now: Date, presenter: Presenter) {
  const { t } = presenter
  const counted = new Date(figures.countedAt)
  const minutes = Math.max(0, Math.floor((now.getTime() - counted.getTime()) / MINUTE))
  const shown = currenciesOf(figures, presenter.input.project.currency)
  return {
    revenue: t('dashboard.figures.revenue'),
    periods: PERIODS.map((period) => periodView(figures, period, shown, presenter)),
    charts: shown.map((currency) => chartView(figures, currency, presenter)),
    subscriptions: subscriptionsView(figures, presenter),
    // New ones are being counted, so an open page soon asks for them.
    isOld: minutes > 0,
    age: t(ageOf(minutes), {
      count: minutes,
      time: presenter.time(counted),
      zone: presenter.zone(counted),
    }),
  }
}

function ageOf(minutes: number) {
  if (minutes === 0) return 'dashboard.figures.counted_now'
  return minutes < 60 ? 'dashboard.figures.counted' : 'dashboard.figures.counted_at'
}

/** Returns the currencies to show: the project's first, then others with revenue. */
function currenciesOf(figures: Figures, own: string): string[] {
  const { now, before } = compare(figures, 30)
  return Array.from(new Set([own, ...Object.keys(now), ...Object.keys(before)]))
}

function periodView(figures: Figures, period: Period, currencies: string[], presenter: Presenter) {
  const { t, locale } = presenter
  const { now, before } = compare(figures, period)
  const texts = PERIOD_TEXTS[period]
  const count = currencies.reduce((sum, currency) => sum + (now[currency]?.count ?? 0), 0)
  const canOpen = mayOpen(presenter.input.role, '/payments')
  const from = daysLater(figures.today, 1 - period)
  return {
    name: t(texts.name),
    href: canOpen ? presenter.page('/payments', { days_of: 'payment', from, until: figures.today }) : null,
    sums: currencies.flatMap((currency, index) => {
      const sum = amountIn(now, currency)
      const other = amountIn(before, currency)
      if (index > 0 && sum === 0 && other === 0) return []
      const refunded = amountIn(figures.refunds[period], currency)
      return [
        {
          sum: presenter.money(sum, currency),
          change: changeOf(sum, other, locale),
          trend: sum < other ? 'down' : sum > other ? 'up' : '',
          before: t(texts.before, { sum: presenter.money(other, currency) }),
          refunded:
            refunded > 0
              ? t('dashboard.figures.refunded', { sum: presenter.money(refunded, currency) })
              : null,
        },
      ]
    }),
    count: t('dashboard.figures.count', { count: new Intl.NumberFormat(locale).format(count) }),
  }
}

function amountIn(totals: Totals, currency: string): number {
  return totals[currency]?.amount ?? 0
}

/** A greater change says nothing: there was hardly any revenue before. */
const MOST_CHANGE = 10

/** Returns the change of an amount such as `+12%`; null if the amounts cannot be compared. */
function changeOf(sum: number, before: number, locale: Locale): string | null {
  const change = sum / before - 1
  if (before === 0 || change >= MOST_CHANGE) return null
  return percent(change, locale, 'exceptZero').replace('-', '−')
}

function percent(share: number, locale: Locale, signDisplay: 'exceptZero' | 'auto' = 'auto'): string {
  return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0, signDisplay }).format(
    share,
  )
}

/** Returns the subscriptions by state; null in a shop without any. */
function subscriptionsView(figures: Figures, presenter: Presenter) {
  const { t, locale, input } = presenter
  const { subscriptions, expected } = figures
  if (Object.values(subscriptions).every((count) => count === 0)) return null
  const number = new Intl.NumberFormat(locale)
  const rate = renewalRate(figures)
  const canOpen = mayOpen(input.role, '/subscriptions')
  return {
    heading: t('dashboard.subscriptions.heading'),
    states: SUBSCRIPTION_STATUSES.map((status) => ({
      label: t(`dashboard.subscriptions.status_${status}`),
      count: number.format(subscriptions[status]),
      href: canOpen ? presenter.page('/subscriptions', { status }) : null,
    })),
    facts: [
      {
        label: t('dashboard.figures.expected'),
        text: presenter.money(expected.amount),
        hint: t('dashboard.figures.renewals', { count: number.format(expected.count) }),
      },
      ...(rate === null
        ? []
        : [
            {
              label: t('dashboard.figures.rate'),
              text: percent(rate, locale),
              hint: t('dashboard.figures.rate_hint'),
            },
          ]),
    ],
  }
}
