import { type Figures, lastDays, type Total } from '../../../common/domain/figures/figures.ts'
import { atHour, type Day } from '../../../common/domain/subscriptions/calendar.ts'
import { roughAmount } from '../../../common/kit/format.ts'
import type { Presenter } from '../kit/presenter.ts'
import { type Column, tableOf } from '../kit/table.ts'

const DAYS = 30
/** The size of the drawing, which is stretched to the width of the page. */
const WIDTH = DAYS * 10
const HEIGHT = 100
/** The days with a date below them. */
const TICKS = 5
/** The width of a bar, out of 10. */
const BAR = 7

interface DayTotal extends Total {
  date: string
  currency: string
}

const columns: readonly Column<DayTotal>[] = [
  { label: 'portal.date', kind: 'what', cell: ({ date }) => date },
  {
    label: 'dashboard.figures.payments',
    kind: 'count',
    cell: ({ count }, { locale }) => new Intl.NumberFormat(locale).format(count),
  },
  {
    label: 'dashboard.figures.revenue',
    kind: 'money',
    cell: ({ amount, currency }, presenter) => presenter.money(amount, currency),
  },
]

/** Returns the revenue of each of the last days in one currency: as bars, in a sentence, and as a table. */
export function chartView(figures: Figures, currency: string, presenter: Presenter) {
  const { t } = presenter
  const days = lastDays(figures.today, DAYS).map((day): DayTotal => {
    const { count = 0, amount = 0 } = figures.days[day]?.revenue[currency] ?? {}
    return { date: dateOf(day, figures.zone, presenter), currency, count, amount }
  })
  const best = days.reduce((one, other) => (other.amount > one.amount ? other : one))
  const top = roundedUp(best.amount)
  const sum = (total: DayTotal) => presenter.money(total.amount, currency)
  const label = t('dashboard.figures.chart', { currency })
  return {
    label,
    summary: t('dashboard.figures.best_day', { date: best.date, sum: sum(best) }),
    ...{ size: `0 0 ${WIDTH} ${HEIGHT}`, width: WIDTH, half: HEIGHT / 2 },
    scale: [top, top / 2, 0].map((amount) => roughAmount(amount, currency, presenter.locale)),
    ticks: days.filter((_, index) => index % (DAYS / TICKS) === 0).map(tickOf),
    last: tickOf(days.at(-1)!),
    bars: days.map((day, index) => {
      const height = top === 0 ? 0 : Math.max(day.amount > 0 ? 1 : 0, (day.amount / top) * HEIGHT)
      return {
        x: index * 10 + (10 - BAR) / 2,
        y: rounded(HEIGHT - height),
        width: BAR,
        height: rounded(height),
        title: `${day.date}: ${sum(day)}`,
        isToday: index === DAYS - 1, // the day is not over
      }
    }),
    table: tableOf([...days].reverse(), columns, presenter, { label }),
  }
}

function dateOf(day: Day, zone: string, presenter: Presenter): string {
  return presenter.date(atHour(day, 12, zone))
}

/** Returns the day without its year, which would be repeated along the axis: `12 Aug`, `08.12`. */
function tickOf({ date }: DayTotal): string {
  return date.replace(/^\d{4}\.|\s\d{4}$/, '')
}

/** Returns the end of the scale for the highest bar: one digit and zeros. */
function roundedUp(amount: number): number {
  if (amount === 0) return 0
  const unit = 10 ** Math.floor(Math.log10(amount))
  return Math.ceil(amount / unit) * unit
}

function rounded(size: number): number {
  return Math.round(size * 10) / 10
}
