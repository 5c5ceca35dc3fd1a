import type { Sql, Value } from '../../../db/sql.ts'
import {
  type DayFigures,
  type Figures,
  KEPT_DAYS,
  lastDays,
  type Period,
  PERIODS,
  type Total,
  type Totals,
} from '../../domain/figures/figures.ts'
import { atHour, type Day, dayOf, daysLater } from '../../domain/subscriptions/calendar.ts'
import { SUBSCRIPTION_STATUSES, type SubscriptionStatus } from '../../domain/subscriptions/object.ts'
import { DAY, HOUR, later } from '../../kit/time.ts'
import type { Scope } from '../projects/project.ts'

/** The time in which a payment, once it has its time, is committed at the latest. */
const COMMITTED_WITHIN = HOUR
/** The number of days that one statement counts, since no statement may take longer than a request. */
const DAYS_AT_ONCE = 10
/** Renewals within these days are expected. */
const AHEAD = 30

/**
 * Counts the figures of a project and mode, without objects on test clocks. Days that were over when `known` was counted are
 * taken from it: nothing changes in them any more.
 */
export async function countFigures(
  sql: Sql,
  scope: Scope,
  now: Date,
  known: Figures | null,
): Promise<Figures> {
  const zone = scope.project.timezone
  const today = dayOf(now, zone)
  const days = await countDays(sql, scope, { today, now }, known?.zone === zone ? known : null)
  const { states, expected } = await countSubscriptions(sql, scope, now)
  return {
    ...{ zone, countedAt: now.toISOString(), today, days },
    before: await countBefore(sql, scope, today, now),
    refunds: await countRefunds(sql, scope, today, now),
    ...{ subscriptions: states, expected },
  }
}

type Days = Record<Day, DayFigures>

async function countDays(
  sql: Sql,
  scope: Scope,
  { today, now }: { today: Day; now: Date },
  known: Figures | null,
): Promise<Days> {
  const zone = scope.project.timezone
  const kept = lastDays(today, KEPT_DAYS)
  const isOver = known && dayOf(later(new Date(known.countedAt), -COMMITTED_WITHIN), zone)
  const days: Days = {}
  const open: Day[] = []
  for (const day of kept) {
    const found = isOver !== null && day < isOver ? known?.days[day] : undefined
    if (found) days[day] = found
    else open.push(day)
  }
  for (let first = 0; first < open.length; first += DAYS_AT_ONCE) {
    const some = open.slice(first, first + DAYS_AT_ONCE)
    const ranges = some.map((day): Range => [
      atHour(day, 0, zone),
      day === today ? later(now, HOUR) : atHour(daysLater(day, 1), 0, zone),
    ])
    const revenue = await totalsOf(sql, REVENUE, scope, ranges)
    const renewed = await countsOf(sql, RENEWED, scope, ranges)
    const ended = await countsOf(sql, ENDED, scope, ranges)
    for (const [index, day] of some.entries())
      days[day] = { revenue: revenue[index]!, renewed: renewed[index]!, ended: ended[index]! }
  }
  return days
}

/** Counts the day before each period until the present time of day. */
async function countBefore(sql: Sql, scope: Scope, today: Day, now: Date): Promise<Record<Period, Totals>> {
  const zone = scope.project.timezone
  const passed = now.getTime() - atHour(today, 0, zone).getTime()
  const ranges = PERIODS.map((period): Range => {
    const start = atHour(daysLater(today, -period), 0, zone)
    return [start, later(start, passed)]
  })
  return byPeriod(await totalsOf(sql, REVENUE, scope, ranges))
}

/** Counts refunds. All are counted again each time, because a refund can still fail at its provider. */
async function countRefunds(sql: Sql, scope: Scope, today: Day, now: Date): Promise<Record<Period, Totals>> {
  const zone = scope.project.timezone
  const ranges = PERIODS.map((period): Range => [
    atHour(daysLater(today, 1 - period), 0, zone),
    later(now, HOUR),
  ])
  return byPeriod(await totalsOf(sql, REFUNDED, scope, ranges))
}

function byPeriod(totals: readonly Totals[]): Record<Period, Totals> {
  return { 1: totals[0]!, 7: totals[1]!, 30: totals[2]! }
}

/** From a time, until before another. */
type Range = readonly [from: Date, until: Date]

/** A statement over one range of time. It selects `currency`, `count` and `amount`, or only `count`. */
type Counting = (scope: Scope, range: Range) => readonly [text: string, ...values: Value[]]

const REVENUE: Counting = ({ project, isTest }, range) => [
  `SELECT currency, COUNT(*) AS count, SUM(amount) AS amount FROM payments FORCE INDEX (payments_paid)
   WHERE project_id = ? AND is_test = ? AND test_clock_id IS NULL AND paid_at >= ? AND paid_at < ? GROUP BY currency`,
  ...[project.id, isTest, ...range],
]

const REFUNDED: Counting = ({ project, isTest }, range) => [
  `SELECT refund.currency, COUNT(*) AS count, SUM(refund.amount) AS amount
   FROM refunds refund FORCE INDEX (refunds_created) JOIN payments payment ON payment.id = refund.payment_id
   WHERE refund.project_id = ? AND refund.is_test = ? AND refund.created_at >= ? AND refund.created_at < ?
     AND refund.status <> 'failed' AND payment.paid_at IS NOT NULL AND payment.test_clock_id IS NULL
   GROUP BY refund.currency`,
  ...[project.id, isTest, ...range],
]

const RENEWED: Counting = ({ project, isTest }, range) => [
  `SELECT COUNT(*) AS count FROM segments segment FORCE INDEX (segments_created)
   JOIN checkouts checkout ON checkout.id = segment.checkout_id
   WHERE segment.project_id = ? AND segment.created_at >= ? AND segment.created_at < ?
     AND checkout.is_test = ? AND checkout.test_clock_id IS NULL AND checkout.purpose = 'renew'`,
  ...[project.id, ...range, isTest],
]

const ENDED: Counting = ({ project, isTest }, range) => [
  `SELECT COUNT(*) AS count FROM subscriptions FORCE INDEX (subscriptions_states)
   WHERE project_id = ? AND is_test = ? AND test_clock_id IS NULL AND status = 'canceled' AND ended_at >= ? AND ended_at < ?`,
  ...[project.id, isTest, ...range],
]

async function totalsOf(
  sql: Sql,
  counting: Counting,
  scope: Scope,
  ranges: readonly Range[],
): Promise<Totals[]> {
  const rows = await inRanges<{ at: number; currency: string; count: number; amount: string }>(
    ...[sql, counting, scope, ranges, 'currency, count, amount'],
  )
  return ranges.map((_, index) =>
    Object.fromEntries(
      rows
        .filter(({ at }) => at === index)
        .map(({ currency, count, amount }): [string, Total] => [currency, { count, amount: Number(amount) }]),
    ),
  )
}

async function countsOf(
  sql: Sql,
  counting: Counting,
  scope: Scope,
  ranges: readonly Range[],
): Promise<number[]> {
  const rows = await inRanges<{ at: number; count: number }>(sql, counting, scope, ranges, 'count')
  return ranges.map((_, index) => rows.find(({ at }) => at === index)?.count ?? 0)
}

/** Runs a statement for several ranges at once. `at` is the place of a row's range. */
function inRanges<Row>(
  sql: Sql,
  counting: Counting,
  scope: Scope,
  ranges: readonly Range[],
  columns: string,
): Promise<Row[]> {
  const each = ranges.map((range, index) => {
    const [text, ...values] = counting(scope, range)
    return { text: `SELECT ${index} AS at, ${columns} FROM (${text}) counted`, values }
  })
  return sql.rows<Row>(
    each.map(({ text }) => text).join(' UNION ALL '),
    each.flatMap(({ values }) => values),
  )
}

/** Counts subscriptions by state, and the renewals that are expected at the prices of today. */
async function countSubscriptions(
  sql: Sql,
  { project, isTest }: Scope,
  now: Date,
): Promise<{ states: Record<SubscriptionStatus, number>; expected: Total }> {
  const rows = await sql.rows<{ status: SubscriptionStatus; price: number; count: number; due: string }>(
    `SELECT status, COALESCE(scheduled_price_id, price_id) AS price, COUNT(*) AS count,
       SUM(canceled_at IS NULL AND current_period_end < ?) AS due
     FROM subscriptions FORCE INDEX (subscriptions_states)
     WHERE project_id = ? AND is_test = ? AND test_clock_id IS NULL GROUP BY status, price`,
    [later(now, AHEAD * DAY), project.id, isTest],
  )
  const states = Object.fromEntries(SUBSCRIPTION_STATUSES.map((status) => [status, 0])) as Record<
    SubscriptionStatus,
    number
  >
  const renewals = new Map<number, number>()
  for (const { status, price, count, due } of rows) {
    states[status] += count
    if (status === 'active') renewals.set(price, (renewals.get(price) ?? 0) + Number(due))
  }
  return { states, expected: await priced(sql, renewals) }
}

/** Returns the number and the sum of renewals, by the price of each. Prices are in the project's currency. */
async function priced(sql: Sql, renewals: ReadonlyMap<number, number>): Promise<Total> {
  const total = { count: 0, amount: 0 }
  if (renewals.size === 0) return total
  const prices = await sql.rows<{ id: number; unit_amount: number }>(
    'SELECT id, unit_amount FROM prices WHERE id IN (?)',
    [[...renewals.keys()]],
  )
  for (const { id, unit_amount: price } of prices) {
    const count = renewals.get(id)!
    total.count += count
    total.amount += count * price
  }
  return total
}
