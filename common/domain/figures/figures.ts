import type { Amount } from '../../kit/money.ts'
import { type Day, daysLater } from '../subscriptions/calendar.ts'
import type { SubscriptionStatus } from '../subscriptions/object.ts'

/** A number of payments, and their sum in one currency. */
export interface Total {
  count: number
  amount: Amount
}

/** By currency. */
export type Totals = Readonly<Record<string, Total>>

/** The counts of one day in the project's time zone. */
export interface DayFigures {
  /** Payments that completed an order, without later refunds. */
  revenue: Totals
  /** Subscriptions that were renewed. */
  renewed: number
  /** Subscriptions that ended, whatever the reason. */
  ended: number
}

/** The lengths of the compared periods, in days. Each ends now. */
export const PERIODS = [1, 7, 30] as const
export type Period = (typeof PERIODS)[number]

/** The number of days that are kept: the longest period, and the one before it. */
export const KEPT_DAYS = 2 * 30

/** The figures of one project and mode, as they are stored. */
export interface Figures {
  /** The time zone of the days. */
  zone: string
  /** The time of the count, ISO 8601. */
  countedAt: string
  today: Day
  days: Readonly<Record<Day, DayFigures>>
  /** For each period, the revenue of the day before it until the present time of day, so that both are equally long. */
  before: Readonly<Record<Period, Totals>>
  /** The refunds made in each period. */
  refunds: Readonly<Record<Period, Totals>>
  subscriptions: Readonly<Record<SubscriptionStatus, number>>
  /** Renewals that are due in the next 30 days, at today's prices, in the project's currency. */
  expected: Total
}

/** The revenue of a period, next to the equally long period before it. */
export interface Comparison {
  now: Totals
  before: Totals
}

/** Returns the revenue of a period that ends now, and of the period before it until the same time of day. */
export function compare(figures: Figures, period: Period): Comparison {
  const daysFrom = (first: number, count: number) =>
    Array.from(
      { length: count },
      (_, index) => figures.days[daysLater(figures.today, -first - index)]?.revenue,
    )
  return {
    now: sum(daysFrom(0, period)),
    before: sum([figures.before[period], ...daysFrom(period + 1, period - 1)]),
  }
}

/** Returns the share of subscriptions whose time was up in the last 30 days and that were renewed; null without any. */
export function renewalRate({ days, today }: Figures): number | null {
  const counted = lastDays(today, 30).map((day) => days[day])
  const renewed = counted.reduce((count, day) => count + (day?.renewed ?? 0), 0)
  const ended = counted.reduce((count, day) => count + (day?.ended ?? 0), 0)
  return renewed + ended === 0 ? null : renewed / (renewed + ended)
}

/** Returns the last days, oldest first. */
export function lastDays(today: Day, count: number): Day[] {
  return Array.from({ length: count }, (_, index) => daysLater(today, index + 1 - count))
}

function sum(some: readonly (Totals | undefined)[]): Totals {
  const all: Record<string, Total> = {}
  for (const totals of some)
    for (const [currency, { count, amount }] of Object.entries(totals ?? {})) {
      const known = all[currency] ?? { count: 0, amount: 0 }
      all[currency] = { count: known.count + count, amount: known.amount + amount }
    }
  return all
}
