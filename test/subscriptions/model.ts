const SECOND = 1_000
const HOUR = 3_600 * SECOND
const DAY = 24 * HOUR

/** The setting of a run. The time zone has no summer time and is `offset` hours ahead of UTC. */
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
  /** The day that months are counted from, as a number of days since 1970, and the number of paid months. */
  anchor: number
  months: number
  segments: Segment[]
  /** The segments that ended with a plan change. */
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
  /** The shares of segments that the credit is for. */
  sources: Source[]
  amount: number
  /** The refunded part of the amount. */
  refunded: number
  expiresAt: number
  status: 'open' | 'pending' | 'complete' | 'expired'
  /** Its credit was calculated for an earlier state of the subscription. */
  isClosed: boolean
  claimedAt: number
  subscription: ModelSubscription | null
  refund: boolean
}

/**
 * The rules for a customer's subscriptions, written without reading the product's code: no database,
 * its own calendar, and every list in full. Each action returns the code of its refusal, or null.
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
    this.expireOutdated()
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
    const credit = valueOfSources(sources)
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
    // A change that was reported for an earlier state has no effect any more and blocks no other change.
    const waits = (other: ModelCheckout) =>
      other.status === 'pending' &&
      other.purpose === 'change' &&
      !other.isClosed &&
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
    this.endWait(checkout)
  }

  reject(checkout: ModelCheckout): void {
    if (checkout.status !== 'pending') return
    checkout.status = checkout.isClosed ? 'expired' : 'open'
    checkout.expiresAt = this.now + checkout.expiresAt - checkout.claimedAt
    this.endWait(checkout)
    this.expireIfOutdated(checkout)
  }

  /** Refunds a part of a complete checkout, or all that is left. */
  refund(checkout: ModelCheckout, amount: number): void {
    checkout.refunded += amount
    const subscription = checkout.subscription!
    const segment =
      subscription.segments.find((one) => one.checkout === checkout) ??
      subscription.past.find((one) => one.checkout === checkout)
    if (!segment) return // its time was removed by an earlier refund
    for (const one of [...subscription.past, ...subscription.segments]) {
      const { amount: paid, refunded: back, credit, sources } = one.checkout
      one.value = paid - back + Math.min(credit, valueOfSources(sources))
    }
    subscription.version += 1
    this.closeCredit(subscription)
    const isRefunded = checkout.refunded === checkout.amount && segment.value === 0
    if (isRefunded && segment.from > this.now && subscription.status !== 'canceled')
      this.removeSegment(subscription, segment)
    this.expireOutdated()
  }

  /** Removes a segment and moves those after it forward. Without any paid time it is a trial again. */
  private removeSegment(subscription: ModelSubscription, removed: Segment): void {
    const index = subscription.segments.indexOf(removed)
    const later = subscription.segments.splice(index).slice(1)
    subscription.months -= [removed, ...later].reduce((sum, { months }) => sum + months, 0)
    subscription.end = removed.from
    for (const segment of later) {
      subscription.months += segment.months
      const to = this.endOf(addMonths(subscription.anchor, subscription.months))
      subscription.segments.push(Object.assign(segment, { from: subscription.end, to }))
      subscription.end = to
    }
    if (subscription.segments.length === 0) subscription.status = 'trialing'
    subscription.reminded = this.now
    subscription.events.push('updated')
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
    this.expireOutdated()
    return null
  }

  /** Lets time pass and applies every due step at its own time. */
  advance(to: number): void {
    for (;;) {
      const next = this.nextDue()
      if (next === null || next > to) break
      this.now = Math.max(this.now, next)
      this.applyAllDue()
    }
    this.now = to
  }

  /** Returns when time alone will cause the next change, or null. */
  nextDue(): number | null {
    const steps = this.subscriptions.flatMap((subscription) => this.steps(subscription).map(({ at }) => at))
    const expiries = this.checkouts
      .filter(({ status }) => status === 'open')
      .map(({ expiresAt }) => expiresAt)
    return steps.length + expiries.length === 0 ? null : Math.min(...steps, ...expiries)
  }

  private applyAllDue(): void {
    for (const checkout of this.checkouts)
      if (checkout.status === 'open' && checkout.expiresAt <= this.now) checkout.status = 'expired'
    for (const subscription of this.subscriptions) this.applyDueSteps(subscription)
  }

  private applyDueSteps(subscription: ModelSubscription): void {
    for (;;) {
      const [step] = this.steps(subscription)
      if (!step || step.at > this.now) return
      step.apply()
    }
  }

  private steps(subscription: ModelSubscription): { at: number; apply: () => void }[] {
    if (subscription.status === 'canceled') return []
    const waiting = this.checkouts.filter(
      ({ status, target }) => status === 'pending' && target === subscription,
    )
    const held = Math.max(0, ...waiting.map(({ claimedAt }) => claimedAt + 3 * DAY))
    const deferred = (end: number) => Math.max(end, Math.min(held, end + 3 * DAY))
    if (subscription.status === 'past_due')
      return [
        {
          at: deferred(subscription.graceEnds),
          apply: () => {
            this.end(subscription, 'unpaid')
          },
        },
      ]
    const steps = [
      {
        at: deferred(subscription.end),
        apply: () => {
          this.endPeriod(subscription)
        },
      },
    ]
    for (const segment of subscription.segments)
      if (segment.from > subscription.start)
        steps.push({
          at: segment.from,
          apply: () => {
            this.begin(subscription, segment)
          },
        })
    const renewalWaits = waiting.some(({ purpose }) => purpose === 'renew')
    if (subscription.canceledAt === null && !renewalWaits) {
      const paid = subscription.segments.at(-1)?.price ?? subscription.price
      for (const days of this.price(paid).unit === 'month' ? [7, 1] : [30, 7, 1]) {
        const at = this.endOf(this.day(subscription.end) - days) + SECOND - 14 * HOUR
        if (at > subscription.reminded)
          steps.push({
            at,
            apply: () => {
              subscription.reminded = at
              subscription.events.push('renewal_due')
            },
          })
      }
    }
    return steps.sort((one, other) => one.at - other.at)
  }

  private endPeriod(subscription: ModelSubscription): void {
    if (subscription.canceledAt !== null) this.end(subscription, 'requested')
    else if (subscription.status === 'trialing') this.end(subscription, 'trial_ended')
    else if (this.world.graceDays === 0) this.end(subscription, 'unpaid')
    else {
      subscription.status = 'past_due'
      subscription.graceEnds = this.endOf(this.day(subscription.end) + this.world.graceDays)
      this.closeCredit(subscription)
      subscription.events.push('past_due')
    }
  }

  private begin(subscription: ModelSubscription, segment: Segment): void {
    subscription.start = segment.from
    if (segment.price === subscription.price) return
    Object.assign(subscription, {
      price: segment.price,
      product: this.price(segment.price).product,
      scheduled: null,
    })
    subscription.version += 1
    subscription.events.push('updated')
    this.expireOutdated()
  }

  private end(subscription: ModelSubscription, reason: string): void {
    Object.assign(subscription, {
      status: 'canceled',
      endedAt: this.now,
      canceledAt: subscription.canceledAt ?? this.now,
      reason,
    })
    this.closeCredit(subscription)
    subscription.events.push('canceled')
  }

  private complete(checkout: ModelCheckout): void {
    const use = this.useOf(checkout)
    if (!use) throw new Error('a checkout without a use was paid')
    const { price, periods } = checkout
    const months = (this.price(price).unit === 'year' ? 12 : 1) * periods
    const value = checkout.amount + checkout.credit
    if (use.kind === 'renew') this.renew(use.subscription, checkout, months, value)
    else {
      const anchor = this.day(this.now)
      const end = this.endOf(addMonths(anchor, months))
      const period = { product: this.price(price).product, price, end, anchor, months }
      const segments = [{ checkout, from: this.now, to: end, price, months, value }]
      if (use.kind === 'new') use.subscription = this.add({ ...period, status: 'active', segments })
      else {
        use.subscription.past.push(...use.subscription.segments)
        Object.assign(use.subscription, {
          ...period,
          segments,
          status: 'active',
          start: this.now,
          reminded: this.now,
        })
        Object.assign(use.subscription, { canceledAt: null, reason: null, scheduled: null })
        use.subscription.version += 1
        use.subscription.events.push('updated')
      }
    }
    Object.assign(checkout, { status: 'complete', subscription: use.subscription })
    this.expireOutdated()
    this.applyDueSteps(use.subscription)
  }

  private renew(
    subscription: ModelSubscription,
    checkout: ModelCheckout,
    months: number,
    value: number,
  ): void {
    const { price } = checkout
    const trial = subscription.status === 'trialing'
    let [anchor, paid, from] = trial
      ? [this.day(subscription.end), months, subscription.end]
      : [subscription.anchor, subscription.months + months, subscription.end]
    if (this.endOf(addMonths(anchor, paid)) <= this.now)
      [anchor, paid, from] = [this.day(this.now), months, this.now]
    const end = this.endOf(addMonths(anchor, paid))
    subscription.segments.push({ checkout, from, to: end, price, months, value })
    Object.assign(subscription, { anchor, months: paid, end, status: 'active', reminded: this.now })
    Object.assign(subscription, { canceledAt: null, reason: null })
    subscription.version += 1
    subscription.events.push('renewed')
  }

  private useOf(
    checkout: ModelCheckout,
  ): { kind: 'new' | 'renew' | 'change'; subscription: ModelSubscription } | null {
    if (checkout.isClosed) return null
    const target = checkout.target?.status === 'canceled' ? null : checkout.target
    const holder = this.holder(this.price(checkout.price).product)
    if (target && checkout.purpose === 'change' && checkout.version === target.version)
      return holder && holder !== target ? null : { kind: 'change', subscription: target }
    if (checkout.credit > 0) return null
    const subscription = target ?? holder
    if (!subscription) return { kind: 'new', subscription: undefined as unknown as ModelSubscription }
    const ahead = subscription.segments.some(
      ({ from, price }) => from > subscription.start && price !== subscription.price,
    )
    const fits = ahead ? checkout.price === subscription.scheduled : this.isAt(subscription, checkout.price)
    return fits ? { kind: 'renew', subscription } : null
  }

  private expireOutdated(): void {
    for (const checkout of this.checkouts) this.expireIfOutdated(checkout)
  }

  /** Expires an open checkout whose payment would have no effect, or would renew instead of what was ordered. */
  private expireIfOutdated(checkout: ModelCheckout): void {
    if (checkout.status !== 'open') return
    const kind = this.useOf(checkout)?.kind
    const fits = {
      new: kind === 'new',
      renew: kind !== undefined,
      change: kind === 'change' || kind === 'new',
    }
    if (checkout.expiresAt <= this.now || !fits[checkout.purpose]) checkout.status = 'expired'
  }

  /** Closes the changes whose credit was calculated for the state before. */
  private closeCredit(subscription: ModelSubscription): void {
    for (const checkout of this.checkouts) {
      if (checkout.target !== subscription || checkout.credit === 0 || checkout.purpose !== 'change') continue
      if (checkout.status === 'pending') checkout.isClosed = true
      if (checkout.status === 'open') checkout.status = 'expired'
    }
  }

  private endWait({ target }: ModelCheckout): void {
    if (!target) return
    if (target.status !== 'canceled') target.reminded = this.now
    this.applyDueSteps(target)
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
    values: Pick<ModelSubscription, 'product' | 'price' | 'status' | 'end' | 'anchor' | 'months'> & {
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
      ...values,
    }
    this.subscriptions.push(subscription)
    return subscription
  }

  private addCheckout(
    values: Pick<ModelCheckout, 'purpose' | 'price' | 'periods' | 'expiresAt'> & Partial<ModelCheckout>,
  ): null {
    const { credit = 0 } = values
    const amount = this.price(values.price).amount * values.periods - credit
    this.checkouts.push({
      target: null,
      version: 0,
      status: 'open',
      isClosed: false,
      claimedAt: 0,
      subscription: null,
      refund: false,
      refunded: 0,
      sources: [],
      ...values,
      credit,
      amount,
    })
    return null
  }

  private price(key: string): Price {
    return this.world.prices[key]!
  }

  /** Returns the local day of an instant as a number of days since 1970. */
  private day(time: number): number {
    return Math.floor((time + this.world.offset * HOUR) / DAY)
  }

  private endOf(day: number): number {
    return (day + 1) * DAY - this.world.offset * HOUR - SECOND
  }
}

/** Returns the value of shares of segments, each rounded up. */
function valueOfSources(sources: readonly Source[]): number {
  return sources.reduce(
    (sum, { segment: { value }, left, whole }) =>
      sum + Number((BigInt(value) * BigInt(left) + BigInt(whole - 1)) / BigInt(whole)),
    0,
  )
}

/** Adds whole months to a day, clamped to the last day of the month. */
function addMonths(day: number, months: number): number {
  const date = new Date(day * DAY)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months]
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Date.UTC(year, month, Math.min(date.getUTCDate(), last)) / DAY
}

function twoMonthsLater(time: number): number {
  return addMonths(Math.floor(time / DAY), 2) * DAY + (time % DAY)
}
