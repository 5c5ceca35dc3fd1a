import { type HomeInput, homeView } from '../../api/dashboard/home/home-view.ts'
import type { PageView } from '../../api/pages/kit/page-view.ts'
import { type Figures, KEPT_DAYS, lastDays, type Totals } from '../../common/domain/figures/figures.ts'
import type { Locale } from '../../common/kit/languages.ts'
import type { Task, Tasks } from '../../common/services/tasks/find-tasks.ts'
import { project } from '../pages/view/fixtures.ts'
import { LONG } from '../portal/fixtures.ts'
import { inShop } from './in-shop.ts'

type State = (locale: Locale) => PageView

const begun = new Date('2026-08-12T11:04:00Z')
const now = new Date('2026-08-20T04:00:00Z')
const none: Task = { count: 0, sums: {}, since: null }
const many: Task = { count: 12, sums: { MNT: 1_480_000 }, since: begun }
const NOTHING: Tasks = {
  payments: none,
  refunds: none,
  endpoints: none,
  invoices: none,
  subscriptions: none,
}
const ALL: Tasks = {
  ...{ payments: many, refunds: many, invoices: many, subscriptions: many },
  endpoints: { ...many, sums: {} },
}

/** Revenue that follows the weeks, with a day without any. */
const days: Figures['days'] = Object.fromEntries(
  lastDays('2026-08-20', KEPT_DAYS).map((day, index) => {
    const count = index % 7 === 3 ? 0 : 4 + ((index * 5) % 9)
    return [day, { revenue: { MNT: { count, amount: count * 31_500 } }, renewed: 12, ended: index % 3 }]
  }),
)

const figures: Figures = {
  ...{ zone: project.timezone, countedAt: now.toISOString(), today: '2026-08-20', days },
  before: eachPeriod({ MNT: { count: 3, amount: 94_500 } }),
  refunds: { 1: {}, 7: { MNT: { count: 1, amount: 25_000 } }, 30: { MNT: { count: 4, amount: 112_000 } } },
  subscriptions: { trialing: 41, active: 1_284, past_due: 17, canceled: 310 },
  expected: { count: 1_201, amount: 30_025_000 },
}

const empty: Figures = {
  ...{ ...figures, days: {}, before: eachPeriod({}), refunds: eachPeriod({}) },
  subscriptions: { trialing: 0, active: 0, past_due: 0, canceled: 0 },
  expected: { count: 0, amount: 0 },
}

/** A shop whose amounts are as wide as they can be, in two currencies. */
const huge: Figures = {
  ...figures,
  countedAt: new Date(now.getTime() - 7 * 60_000).toISOString(),
  days: {
    '2026-08-20': {
      revenue: { MNT: { count: 1, amount: 999_999_999_999 }, USD: { count: 1, amount: 1_299 } },
      ...{ renewed: 0, ended: 3 },
    },
  },
  refunds: eachPeriod({ MNT: { count: 1, amount: 999_999_999_999 } }),
  subscriptions: { trialing: 0, active: 1_000_000, past_due: 0, canceled: 999_999 },
  expected: { count: 1, amount: 999_999_999_999 },
}

function eachPeriod(totals: Totals): Figures['before'] {
  return { 1: totals, 7: totals, 30: totals }
}

function home(changes: Partial<HomeInput> = {}): State {
  return (locale) => homeView({ ...inShop(locale), tasks: ALL, steps: null, figures, now, ...changes })
}

/** The first page of a shop, by the name of its state. */
export const homeStates: Record<string, State> = {
  'dashboard-home': home(),
  'dashboard-home-live': home({ isTest: false, tasks: { ...NOTHING, payments: { ...many, count: 1 } } }),
  'dashboard-home-nothing': home({ tasks: NOTHING }),
  'dashboard-home-new': home({
    ...{ tasks: NOTHING, figures: null },
    steps: { hasMethod: false, hasOrder: false },
  }),
  'dashboard-home-begun': home({
    ...{ tasks: NOTHING, figures: null },
    steps: { hasMethod: true, hasOrder: false },
  }),
  'dashboard-home-ugly': home({
    project: { ...project, name: LONG, color: '#ffe600' },
    tasks: {
      ...ALL,
      refunds: { count: 1_000, sums: { MNT: 999_999_999_999, USD: 999_999_999_999 }, since: begun },
    },
    figures: huge,
  }),
}

/** Pages that only differ by a sentence from those above. */
export const rareHomeStates: State[] = [
  ...(['staff', 'viewer'] as const).map((role) =>
    home({ role, figures: null, steps: { hasMethod: false, hasOrder: false }, tasks: NOTHING }),
  ),
  home({ figures: null }),
  home({ figures: empty, tasks: NOTHING }),
  home({ now: new Date(now.getTime() + 2 * 60 * 60_000) }),
  home({ figures: { ...figures, expected: { count: 1, amount: 25_000 } } }),
  home({ figures: null, steps: { hasMethod: true, hasOrder: true }, isTest: false, tasks: NOTHING }),
]
