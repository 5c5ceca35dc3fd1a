import { atHour, dayOf, daysLater } from '../../common/domain/subscriptions/calendar.ts'
import { type Anchor, extendedTime, fromNow } from '../../common/domain/subscriptions/period.ts'
import { graceEnd } from '../../common/domain/subscriptions/upcoming.ts'
import { DAY, HOUR, later, MINUTE } from '../../common/kit/time.ts'
import { Chance } from './chance.ts'

/** The lookup keys of the demo's catalogue (cli/seed.ts), with how often they are bought. */
const GOODS = ['coffee_beans', 'coffee_beans', 'coffee_beans', 'coffee_beans', 'mug', 'dripper'] as const
export type PriceKey = (typeof GOODS)[number] | 'club_monthly' | 'club_yearly'

/** Tsagaan Sar, the Naadam holiday in July, and the new year. */
const MONTHS = [0.8, 1.3, 0.9, 0.9, 1, 0.9, 0.7, 0.8, 1, 1.1, 1.2, 1.6]
/** From Sunday. */
const WEEKDAYS = [0.6, 0.9, 1, 1, 1.1, 1.4, 0.9]
const ORDERS_A_DAY = 6
const MEMBERS = 70
const YEAR = 365
export const GRACE_DAYS = 7

const FIRST_NAMES = [
  ...['Saraa', 'Bat', 'Tuya', 'Ganbold', 'Oyuna', 'Temuulen', 'Anu', 'Dorj', 'Nomin', 'Bilguun', 'Khulan'],
  ...['Erdene', 'Solongo', 'Tulga', 'Zaya', 'Munkh', 'Enkhjin', 'Altan', 'Uyanga', 'Naran'],
]
const LAST_NAMES = ['Bold', 'Dash', 'Gantulga', 'Purev', 'Ochir', 'Tseren', 'Sukh', 'Damdin', 'Lkhagva']

export interface Person {
  name: string
  email: string
  phone: string
}

/** An order and its result. */
export interface Order {
  at: Date
  person: Person
  items: { price: PriceKey; quantity: number }[]
  /** `waiting`: a reported transfer. `late`: the money came after the order had expired. */
  outcome: 'paid' | 'expired' | 'open' | 'waiting' | 'late'
  method: 'bank_transfer' | 'test'
  endedAt: Date
  /** Whether a first attempt was declined. */
  wasDeclined: boolean
  /** The share that was refunded, from 0. */
  refunded: number
  /** Whether it came from the payment link. */
  byLink: boolean
  /** The paid period of a subscription. */
  period: Period | null
}

interface Period {
  member: Member
  startsAt: Date
  endsAt: Date
  anchor: Anchor
  isFirst: boolean
}

/** A subscription to the tasting club. */
export interface Member {
  person: Person
  price: 'club_monthly' | 'club_yearly'
  status: 'trialing' | 'active' | 'past_due' | 'canceled'
  begunAt: Date
  trialEndsAt: Date | null
  canceledAt: Date | null
  endedAt: Date | null
  reason: 'requested' | 'unpaid' | null
  periods: Period[]
}

export interface Plan {
  /** By time. */
  orders: Order[]
  members: Member[]
}

/** Plans a year of a coffee shop that ends now. The same day always gives the same plan. */
export function planYear(now: Date, zone: string): Plan {
  const chance = new Chance(20_260_101)
  const today = dayOf(now, zone)
  const orders: Order[] = []
  for (let day = -YEAR; day <= 0; day += 1) {
    const date = daysLater(today, day)
    const noon = new Date(`${date}T12:00:00Z`)
    const opens = atHour(date, 9, zone)
    const growth = 1.3 + (0.6 * day) / YEAR
    const usual =
      ORDERS_A_DAY *
      growth *
      MONTHS[noon.getUTCMonth()]! *
      WEEKDAYS[noon.getUTCDay()]! *
      (0.6 + 0.8 * chance.next())
    for (let count = Math.round(usual); count > 0; count -= 1) {
      const at = later(opens, Math.floor(chance.next() * 13 * HOUR))
      const order = planOrder(chance, at, now)
      if (at < now) orders.push(order)
    }
  }
  const members = Array.from({ length: MEMBERS }, (_, index) => planMember(chance, index, now, zone))
  for (const { periods, person } of members)
    for (const period of periods) orders.push(periodOrder(chance, period, person))
  orders.sort((one, other) => one.at.getTime() - other.at.getTime())
  return { orders: withOpenTasks(orders), members }
}

function planOrder(chance: Chance, at: Date, now: Date): Order {
  const outcome = chance.happens(0.84) ? 'paid' : 'expired'
  const endedAt = later(at, outcome === 'paid' ? chance.between(2, 90) * MINUTE : 2 * DAY)
  return {
    ...{ at, person: planPerson(chance), method: chance.happens(0.7) ? 'bank_transfer' : 'test' },
    ...{ items: planItems(chance), wasDeclined: chance.happens(0.04), period: null },
    refunded: chance.happens(0.02) ? chance.one([0.5, 1]) : 0,
    byLink: chance.happens(0.08),
    ...(endedAt < now ? { outcome, endedAt } : { outcome: 'open', endedAt: later(at, 30 * DAY) }),
  }
}

function planItems(chance: Chance): Order['items'] {
  const items = [{ price: chance.one(GOODS), quantity: chance.happens(0.3) ? 2 : 1 }]
  if (chance.happens(0.25)) items.push({ price: chance.one(GOODS), quantity: 1 })
  return items.filter(({ price }, index) => items.findIndex((one) => one.price === price) === index)
}

function planPerson(chance: Chance, number = chance.between(1, 900)): Person {
  const [first, last] = [chance.one(FIRST_NAMES), chance.one(LAST_NAMES)]
  return {
    name: `${first} ${last}`,
    email: `${first.toLowerCase()}.${number}@example.com`,
    phone: `+976990${String(10_000 + number)}`,
  }
}

function periodOrder(chance: Chance, period: Period, person: Person): Order {
  const { startsAt, isFirst, member } = period
  const endedAt = isFirst ? startsAt : later(startsAt, -chance.between(1, 60) * HOUR)
  return {
    ...{ at: later(endedAt, -chance.between(2, 40) * MINUTE), endedAt, person, period },
    ...{ items: [{ price: member.price, quantity: 1 }], outcome: 'paid', wasDeclined: false, refunded: 0 },
    ...{ method: chance.happens(0.7) ? 'bank_transfer' : 'test', byLink: false },
  }
}

/** Plans a member of the club. The first few have the states that are rare. */
function planMember(chance: Chance, index: number, now: Date, zone: string): Member {
  const person = planPerson(chance, 1_000 + index)
  const price = chance.happens(0.8) ? 'club_monthly' : 'club_yearly'
  const begunAt = atNine(later(now, -chance.between(1, YEAR - 1) * DAY), chance, zone)
  const member: Member = {
    ...{ person, price, status: 'active', begunAt, periods: [] },
    ...{ trialEndsAt: null, canceledAt: null, endedAt: null, reason: null },
  }
  if (index < 3)
    return {
      ...member,
      status: 'trialing',
      begunAt: later(now, -(index + 1) * DAY),
      trialEndsAt: later(now, (7 + index) * DAY),
    }
  if (index < 6) {
    // Their month was over two days ago.
    const lapsed: Member = { ...member, price: 'club_monthly', begunAt: later(now, -33 * DAY) }
    return planPeriods(lapsed, now, zone, () => false)
  }
  return planPeriods(member, now, zone, () => chance.happens(price === 'club_monthly' ? 0.93 : 0.8))
}

function planPeriods(member: Member, now: Date, zone: string, renews: () => boolean): Member {
  const months = member.price === 'club_monthly' ? 1 : 12
  const first = fromNow(months, member.begunAt, zone)
  const add = (time: typeof first, isFirst: boolean) => member.periods.push({ ...time, member, isFirst })
  add(first, true)
  for (let last = first; last.endsAt < now;) {
    if (!renews()) return end(member, last.endsAt, now, zone)
    last = extendedTime(last.anchor, last.endsAt, months, last.endsAt, zone)
    add(last, false)
  }
  return member
}

/** Ends a member's subscription after a period that was not renewed, or keeps it for the days of grace. */
function end(member: Member, periodEnd: Date, now: Date, zone: string): Member {
  const graceEndsAt = graceEnd(periodEnd, GRACE_DAYS, zone)
  if (graceEndsAt > now) member.status = 'past_due'
  else {
    const isRequested = member.periods.length % 3 === 0
    const endedAt = isRequested ? periodEnd : graceEndsAt
    Object.assign(member, {
      ...{ status: 'canceled', endedAt, canceledAt: isRequested ? later(endedAt, -9 * DAY) : endedAt },
      reason: isRequested ? 'requested' : 'unpaid',
    })
  }
  return member
}

function atNine(time: Date, chance: Chance, zone: string): Date {
  return later(atHour(dayOf(time, zone), 9, zone), chance.between(0, 600) * MINUTE)
}

/** Makes some of the newest orders tasks for the merchant: transfers to check, and money that came too late. */
function withOpenTasks(orders: Order[]): Order[] {
  const recent = orders.filter(({ period, outcome }) => period === null && outcome === 'paid').slice(-12)
  for (const [index, order] of recent.entries()) {
    if (index % 3 === 2) Object.assign(order, { outcome: 'waiting', method: 'bank_transfer', refunded: 0 })
    if (index === 0) Object.assign(order, { outcome: 'late', method: 'bank_transfer', refunded: 0 })
  }
  return orders
}
