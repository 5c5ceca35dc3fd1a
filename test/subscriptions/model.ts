const SECOND = 1_000
const HOUR = 3_600 * SECOND
const DAY = 24 * HOUR

/** What a run rests on: days are those of a zone without summer time, `offset` hours ahead of UTC. */
export interface World {
  offset: number
  graceDays: number
  prices: Record<string, Price>
}

export interface Price {
  product: string
  amount: number
  unit: 'month' | 'year'
}

interface Segment {
  checkout: ModelCheckout
  from: number
  to: number
  price: string
  months: number
  value: number
}

/** The share of a segment that a plan change took as credit. */
interface Source {
  segment: Segment
  left: number
  whole: number
}

export interface ModelSubscription {
  product: string
  price: string
  scheduled: string | null
  status: 'trialing' | 'active' | 'past_due' | 'canceled'
  start: number
  end: number
  canceledAt: number | null
  endedAt: number | null
  reason: string | null
  graceEnds: number
  /** The day that months are counted from, as a number of days, and how many have been paid for. */
  anchor: number
  months: number
  segments: Segment[]
  /** Those that ended with a plan change. */
  past: Segment[]
  reminded: number
  version: number
  events: string[]
}

export interface ModelCheckout {
  purpose: 'new' | 'renew' | 'change'
  target: ModelSubscription | null
  version: number
  price: string
  periods: number
  credit: number
  /** What the credit came from. */
  sources: Source[]
  amount: number
  /** What of the amount has been paid and given back. */
  refunded: number
  expiresAt: number
  status: 'open' | 'pending' | 'complete' | 'expired'
  /** Its credit was worked out for a state that is over. */
  closed: boolean
  claimedAt: number
  subscription: ModelSubscription | null
  refund: boolean
}

/**
 * What the rules say a customer's subscriptions do, written without looking at the code that does it:
 * no database, a calendar of its own, every list in full. Each action answers the code of its
 * refusal, or null.
 */
export class Model {
  readonly world: World
  now: number
  subscriptions: ModelSubscription[] = []
  checkouts: ModelCheckout[] = []
  tried = new Set<string>()

  constructor(world: World, now: number) {
    this.world = world
    this.now = now
  }

  trial(price: string, days: number): string | null {
    const { product } = this.price(price)
    if (this.holder(product)) return 'already_subscribed'
    if (this.tried.has(product)) return 'trial_already_used'
    const last = this.day(this.now) + days
    this.tried.add(product)
    this.add({ product, price, status: 'trialing', end: this.endOf(last), anchor: last, months: 0 })
    this.closeOutdated()
    return null
  }

  open(price: string, periods: number, named: ModelSubscription | null): string | null {
    const existing = named ?? this.holder(this.price(price).product)
    if (existing?.status === 'canceled') return 'subscription_canceled'
    const expiresAt = twoMonthsLater(this.now)
    if (!existing) return this.addCheckout({ purpose: 'new', price, periods, expiresAt })
    const common = { target: existing, version: existing.version, periods }
    if (this.isAt(existing, price))
      return this.addCheckout({ ...common, purpose: 'renew', price: existing.scheduled ?? price, expiresAt })
    if (!named) return 'subscription_id_required'
    const amount = this.price(price).amount * periods
    const sources = this.sourcesOf(existing)
    const credit = worthOf(sources)
    const holder = this.holder(this.price(price).product)
    const taken = holder !== null && holder !== existing
    const covered = credit > 0 && credit >= amount
    if (taken || covered)
      return taken && covered
        ? 'validation_failed'
        : taken
          ? 'already_subscribed'
          : 'plan_change_at_period_end'
    return this.addCheckout({
      ...common,
      purpose: 'change',
      price,
      credit,
      sources,
      expiresAt: this.now + DAY,
    })
  }

  pay(checkout: ModelCheckout): void {
    if (checkout.status === 'open') this.complete(checkout)
  }

  claim(checkout: ModelCheckout): void {
    if (checkout.status !== 'open') return
    const { purpose, target } = checkout
    // One that was reported for an earlier state of the subscription can do nothing any more, and hinders none.
    const waits = (other: ModelCheckout) =>
      other.status === 'pending' &&
      other.purpose === 'change' &&
      !other.closed &&
      other.version === other.target?.version
    if (purpose === 'change' && this.checkouts.some((other) => waits(other) && other.target === target))
      return
    checkout.status = 'pending'
    checkout.claimedAt = this.now
  }

  confirm(checkout: ModelCheckout): void {
    if (checkout.status !== 'pending') return
    if (this.useOf(checkout)) {
      this.complete(checkout)
      return
    }
    checkout.status = 'expired'
    checkout.refund = true
    this.letGo(checkout)
  }

  reject(checkout: ModelCheckout): void {
    if (checkout.status !== 'pending') return
    checkout.status = checkout.closed ? 'expired' : 'open'
    checkout.expiresAt = this.now + checkout.expiresAt - checkout.claimedAt
    this.letGo(checkout)
    this.closeIfOutdated(checkout)
  }

  /** Gives a part of a complete checkout's money back, or all that is left. */
  refund(checkout: ModelCheckout, amount: number): void {
    checkout.refunded += amount
    const it = checkout.subscription!
    const segment =
      it.segments.find((one) => one.checkout === checkout) ?? it.past.find((one) => one.checkout === checkout)
    if (!segment) return // it had been taken away before
    for (const one of [...it.past, ...it.segments]) {
      const { amount: paid, refunded: back, credit, sources } = one.checkout
      one.value = paid - back + Math.min(credit, worthOf(sources))
    }
    it.version += 1
    this.closeCredit(it)
    const isGone = checkout.refunded === checkout.amount && segment.value === 0
    if (isGone && segment.from > this.now && it.status !== 'canceled') this.takeAway(it, segment)
    this.closeOutdated()
  }

  /** What is paid behind it moves forward. Where nothing else is paid for, it is a trial again. */
  private takeAway(it: ModelSubscription, gone: Segment): void {
    const index = it.segments.indexOf(gone)
    const behind = it.segments.splice(index).slice(1)
    it.months -= [gone, ...behind].reduce((sum, { months }) => sum + months, 0)
    it.end = gone.from
    for (const segment of behind) {
      it.months += segment.months
      const to = this.endOf(addMonths(it.anchor, it.months))
      it.segments.push(Object.assign(segment, { from: it.end, to }))
      it.end = to
    }
    if (it.segments.length === 0) it.status = 'trialing'
    it.reminded = this.now
    it.events.push('updated')
  }

  cancel(subscription: ModelSubscription, mode: 'at_period_end' | 'immediately'): string | null {
    if (subscription.status === 'canceled') return 'subscription_canceled'
    if (mode === 'immediately') this.end(subscription, 'immediately')
    else if (subscription.status === 'past_due') this.end(subscription, 'requested')
    else if (subscription.canceledAt === null) {
      subscription.canceledAt = this.now
      subscription.reason = 'requested'
      this.closeCredit(subscription)
      subscription.events.push('updated')
    }
    return null
  }

  resume(subscription: ModelSubscription): string | null {
    if (subscription.status === 'canceled') return 'subscription_canceled'
    if (subscription.canceledAt === null) return null
    Object.assign(subscription, { canceledAt: null, reason: null, reminded: this.now })
    subscription.events.push('updated')
    return null
  }

  schedule(subscription: ModelSubscription, price: string | null): string | null {
    const holder = price === null ? null : this.holder(this.price(price).product)
    if (holder && holder !== subscription) return 'already_subscribed'
    if (subscription.canceledAt !== null) return 'subscription_canceled'
    const { segments, start } = subscription
    if (segments.some(({ from, price: paid }) => from > start && paid !== subscription.price))
      return 'renewal_already_paid'
    const scheduled = price === subscription.price ? null : price
    if (scheduled !== subscription.scheduled) {
      this.closeCredit(subscription)
      subscription.events.push('updated')
    }
    subscription.scheduled = scheduled
    this.closeOutdated()
    return null
  }

  /** Lets time pass; what it makes due happens on the way, each at its own moment. */
  advance(to: number): void {
    for (;;) {
      const next = this.nextDue()
      if (next === null || next > to) break
      this.now = Math.max(this.now, next)
      this.settle()
    }
    this.now = to
  }

  /** When time alone will do something next. */
  nextDue(): number | null {
    const steps = this.subscriptions.flatMap((subscription) => this.steps(subscription).map(({ at }) => at))
    const expiries = this.checkouts
      .filter(({ status }) => status === 'open')
      .map(({ expiresAt }) => expiresAt)
    return steps.length + expiries.length === 0 ? null : Math.min(...steps, ...expiries)
  }

  private settle(): void {
    for (const checkout of this.checkouts)
      if (checkout.status === 'open' && checkout.expiresAt <= this.now) checkout.status = 'expired'
    for (const subscription of this.subscriptions) this.settleOne(subscription)
  }

  private settleOne(subscription: ModelSubscription): void {
    for (;;) {
      const [step] = this.steps(subscription)
      if (!step || step.at > this.now) return
      step.take()
    }
  }

  private steps(it: ModelSubscription): { at: number; take: () => void }[] {
    if (it.status === 'canceled') return []
    const waiting = this.checkouts.filter(({ status, target }) => status === 'pending' && target === it)
    const held = Math.max(0, ...waiting.map(({ claimedAt }) => claimedAt + 3 * DAY))
    const deferred = (end: number) => Math.max(end, Math.min(held, end + 3 * DAY))
    if (it.status === 'past_due')
      return [
        {
          at: deferred(it.graceEnds),
          take: () => {
            this.end(it, 'unpaid')
          },
        },
      ]
    const steps = [
      {
        at: deferred(it.end),
        take: () => {
          this.endPeriod(it)
        },
      },
    ]
    for (const segment of it.segments)
      if (segment.from > it.start)
        steps.push({
          at: segment.from,
          take: () => {
            this.begin(it, segment)
          },
        })
    const renewalWaits = waiting.some(({ purpose }) => purpose === 'renew')
    if (it.canceledAt === null && !renewalWaits) {
      const paid = it.segments.at(-1)?.price ?? it.price
      for (const days of this.price(paid).unit === 'month' ? [7, 1] : [30, 7, 1]) {
        const at = this.endOf(this.day(it.end) - days) + SECOND - 14 * HOUR
        if (at > it.reminded)
          steps.push({
            at,
            take: () => {
              it.reminded = at
              it.events.push('renewal_due')
            },
          })
      }
    }
    return steps.sort((one, other) => one.at - other.at)
  }

  private endPeriod(it: ModelSubscription): void {
    if (it.canceledAt !== null) this.end(it, 'requested')
    else if (it.status === 'trialing') this.end(it, 'trial_ended')
    else if (this.world.graceDays === 0) this.end(it, 'unpaid')
    else {
      it.status = 'past_due'
      it.graceEnds = this.endOf(this.day(it.end) + this.world.graceDays)
      this.closeCredit(it)
      it.events.push('past_due')
    }
  }

  private begin(it: ModelSubscription, segment: Segment): void {
    it.start = segment.from
    if (segment.price === it.price) return
    Object.assign(it, { price: segment.price, product: this.price(segment.price).product, scheduled: null })
    it.version += 1
    it.events.push('updated')
    this.closeOutdated()
  }

  private end(it: ModelSubscription, reason: string): void {
    Object.assign(it, {
      status: 'canceled',
      endedAt: this.now,
      canceledAt: it.canceledAt ?? this.now,
      reason,
    })
    this.closeCredit(it)
    it.events.push('canceled')
  }

  private complete(checkout: ModelCheckout): void {
    const use = this.useOf(checkout)
    if (!use) throw new Error('paid for what can do nothing')
    const { price, periods } = checkout
    const months = (this.price(price).unit === 'year' ? 12 : 1) * periods
    const value = checkout.amount + checkout.credit
    if (use.kind === 'renew') this.renew(use.it, checkout, months, value)
    else {
      const anchor = this.day(this.now)
      const end = this.endOf(addMonths(anchor, months))
      const period = { product: this.price(price).product, price, end, anchor, months }
      const segments = [{ checkout, from: this.now, to: end, price, months, value }]
      if (use.kind === 'new') use.it = this.add({ ...period, status: 'active', segments })
      else {
        use.it.past.push(...use.it.segments)
        Object.assign(use.it, { ...period, segments, status: 'active', start: this.now, reminded: this.now })
        Object.assign(use.it, { canceledAt: null, reason: null, scheduled: null })
        use.it.version += 1
        use.it.events.push('updated')
      }
    }
    Object.assign(checkout, { status: 'complete', subscription: use.it })
    this.closeOutdated()
    this.settleOne(use.it)
  }

  private renew(it: ModelSubscription, checkout: ModelCheckout, months: number, value: number): void {
    const { price } = checkout
    const trial = it.status === 'trialing'
    let [anchor, paid, from] = trial
      ? [this.day(it.end), months, it.end]
      : [it.anchor, it.months + months, it.end]
    if (this.endOf(addMonths(anchor, paid)) <= this.now)
      [anchor, paid, from] = [this.day(this.now), months, this.now]
    const end = this.endOf(addMonths(anchor, paid))
    it.segments.push({ checkout, from, to: end, price, months, value })
    Object.assign(it, { anchor, months: paid, end, status: 'active', reminded: this.now })
    Object.assign(it, { canceledAt: null, reason: null })
    it.version += 1
    it.events.push('renewed')
  }

  private useOf(checkout: ModelCheckout): { kind: 'new' | 'renew' | 'change'; it: ModelSubscription } | null {
    if (checkout.closed) return null
    const target = checkout.target?.status === 'canceled' ? null : checkout.target
    const holder = this.holder(this.price(checkout.price).product)
    if (target && checkout.purpose === 'change' && checkout.version === target.version)
      return holder && holder !== target ? null : { kind: 'change', it: target }
    if (checkout.credit > 0) return null
    const it = target ?? holder
    if (!it) return { kind: 'new', it: undefined as unknown as ModelSubscription }
    const ahead = it.segments.some(({ from, price }) => from > it.start && price !== it.price)
    const fits = ahead ? checkout.price === it.scheduled : this.isAt(it, checkout.price)
    return fits ? { kind: 'renew', it } : null
  }

  private closeOutdated(): void {
    for (const checkout of this.checkouts) this.closeIfOutdated(checkout)
  }

  /** Nobody is asked to pay for what cannot be, or for a renewal in place of what was wanted. */
  private closeIfOutdated(checkout: ModelCheckout): void {
    if (checkout.status !== 'open') return
    const kind = this.useOf(checkout)?.kind
    const fits = {
      new: kind === 'new',
      renew: kind !== undefined,
      change: kind === 'change' || kind === 'new',
    }
    if (checkout.expiresAt <= this.now || !fits[checkout.purpose]) checkout.status = 'expired'
  }

  /** The subscription is in a new state: a credit that was worked out before does not hold any more. */
  private closeCredit(it: ModelSubscription): void {
    for (const checkout of this.checkouts) {
      if (checkout.target !== it || checkout.credit === 0 || checkout.purpose !== 'change') continue
      if (checkout.status === 'pending') checkout.closed = true
      if (checkout.status === 'open') checkout.status = 'expired'
    }
  }

  private letGo({ target }: ModelCheckout): void {
    if (!target) return
    if (target.status !== 'canceled') target.reminded = this.now
    this.settleOne(target)
  }

  private sourcesOf({ status, segments }: ModelSubscription): Source[] {
    if (status !== 'active') return []
    return segments
      .filter(({ to }) => to > this.now)
      .map((segment) => {
        const { from, to } = segment
        return { segment, left: to - Math.max(from, this.now), whole: to - from }
      })
  }

  private holder(product: string): ModelSubscription | null {
    const holds = ({ status, product: own, scheduled, segments }: ModelSubscription) =>
      status !== 'canceled' &&
      (own === product ||
        (scheduled !== null && this.price(scheduled).product === product) ||
        segments.some(({ to, price }) => to > this.now && this.price(price).product === product))
    return this.subscriptions.find(holds) ?? null
  }

  private isAt({ price, scheduled }: ModelSubscription, asked: string): boolean {
    return asked === price || asked === scheduled
  }

  private add(
    begun: Pick<ModelSubscription, 'product' | 'price' | 'status' | 'end' | 'anchor' | 'months'> & {
      segments?: Segment[]
    },
  ): ModelSubscription {
    const subscription: ModelSubscription = {
      scheduled: null,
      start: this.now,
      canceledAt: null,
      endedAt: null,
      reason: null,
      graceEnds: 0,
      segments: [],
      past: [],
      reminded: this.now,
      version: 1,
      events: ['created'],
      ...begun,
    }
    this.subscriptions.push(subscription)
    return subscription
  }

  private addCheckout(
    made: Pick<ModelCheckout, 'purpose' | 'price' | 'periods' | 'expiresAt'> & Partial<ModelCheckout>,
  ): null {
    const { credit = 0 } = made
    const amount = this.price(made.price).amount * made.periods - credit
    this.checkouts.push({
      target: null,
      version: 0,
      status: 'open',
      closed: false,
      claimedAt: 0,
      subscription: null,
      refund: false,
      refunded: 0,
      sources: [],
      ...made,
      credit,
      amount,
    })
    return null
  }

  private price(key: string): Price {
    return this.world.prices[key]!
  }

  /** The local day of an instant, counted from 1970. */
  private day(time: number): number {
    return Math.floor((time + this.world.offset * HOUR) / DAY)
  }

  private endOf(day: number): number {
    return (day + 1) * DAY - this.world.offset * HOUR - SECOND
  }
}

/** What shares of segments are worth by their present values, each rounded up. */
function worthOf(sources: readonly Source[]): number {
  return sources.reduce(
    (sum, { segment: { value }, left, whole }) =>
      sum + Number((BigInt(value) * BigInt(left) + BigInt(whole - 1)) / BigInt(whole)),
    0,
  )
}

/** Whole months after a day, clamped to the month's last. */
function addMonths(day: number, months: number): number {
  const date = new Date(day * DAY)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months]
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Date.UTC(year, month, Math.min(date.getUTCDate(), last)) / DAY
}

function twoMonthsLater(time: number): number {
  return addMonths(Math.floor(time / DAY), 2) * DAY + (time % DAY)
}
