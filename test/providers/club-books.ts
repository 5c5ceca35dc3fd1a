import { expect } from 'chai'
import { Calendar } from '../money/calendar.ts'
import { rows } from './rows.ts'

/** An event about a subscription or an order for one. */
interface ClubEvent {
  type: string
  object_id: number
}

/** A complete order for a plan, with the time that it paid for. */
interface SoldRow {
  id: number
  subscription_id: number
  purpose: 'new' | 'renew' | 'change'
  credit: number
  paid_at: Date
  kept: number
  removed_at: Date | null
  months: number
  /** Null if it has no time. */
  starts_at: Date | null
  ends_at: Date | null
  value: number
}

interface Segment {
  order: number
  from: number
  to: number
  value: number
}

interface Plan {
  /** The day from which months are counted. */
  anchor: number
  months: number
  segments: Segment[]
  /** The end of its trial, or null after the first payment. */
  trial: number | null
  isOver: boolean
}

type Plans = ReadonlyMap<number, Plan>

const calendar = new Calendar(0)

/**
 * Compares the time of each subscription with its payments, by the rules of the contract (§6). A first payment starts
 * now, a renewal is added at the end, a change starts now and ends the former plan. Each order gives one period. Its
 * value is the money that was not refunded, plus the credit.
 */
export async function compareClub(projectId: number): Promise<void> {
  const events = await rows<ClubEvent>(
    `SELECT type, object_id FROM events WHERE project_id = ?
       AND type IN ('checkout.completed', 'subscription.created', 'subscription.canceled') ORDER BY id`,
    [projectId],
  )
  const sold = await rows<SoldRow>(
    `SELECT checkout.id, checkout.subscription_id, purpose, credit_amount AS credit, checkout.paid_at,
       GREATEST(0, LEAST(COALESCE(payment.amount_received - payment.amount_refunded, 0), checkout.amount_total)) AS kept, item.quantity AS months,
       starts_at, ends_at, removed_at, segment.value
     FROM checkouts checkout JOIN checkout_items item ON item.checkout_id = checkout.id
     LEFT JOIN payments payment ON payment.payable_type = 'checkout' AND payment.payable_id = checkout.id AND payment.paid_at IS NOT NULL
     LEFT JOIN segments segment ON segment.checkout_id = checkout.id
     WHERE checkout.project_id = ? AND checkout.mode = 'subscription' AND checkout.status = 'complete'`,
    [projectId],
  )
  const trials = await rows<{ id: number; ends: Date }>(
    'SELECT id, trial_ends_at AS ends FROM subscriptions WHERE project_id = ? AND trial_ends_at IS NOT NULL',
    [projectId],
  )
  const trialing = new Map(trials.map(({ id, ends }) => [id, onTrial(ends)]))
  const bySale = new Map(sold.map((row) => [row.id, row]))
  const wrong = explain(events, bySale, trialing)
  expect(wrong, 'paid time').to.equal(null)
}

const onTrial = (ends: Date): Plan => ({
  ...{
    anchor: calendar.dayOf(ends.getTime()),
    months: 0,
    segments: [],
    trial: ends.getTime(),
    isOver: false,
  },
})

/**
 * Returns why these orders cannot have led to this time, or null. A change without a credit may have become a renewal:
 * both are tried.
 */
function explain(
  events: readonly ClubEvent[],
  sold: ReadonlyMap<number, SoldRow>,
  plans: Plans,
): string | null {
  const [next, ...rest] = events
  if (!next) return differing(sold, plans)
  const { type, object_id: id } = next
  const plan = plans.get(id)
  if (type === 'subscription.canceled' && plan)
    return explain(rest, sold, new Map([...plans, [id, { ...plan, isOver: true }]]))
  const sale = type === 'checkout.completed' ? sold.get(id) : undefined
  // A period that was fully refunded before its start counts as never sold.
  if (sale?.removed_at !== null) return explain(rest, sold, plans)
  let wrong: string | null = null
  for (const after of outcomesOf(sale, plans.get(sale.subscription_id))) {
    if (typeof after === 'string') return after
    const why = explain(rest, sold, new Map([...plans, [sale.subscription_id, after]]))
    if (why === null) return null
    wrong ??= why
  }
  return wrong
}

function outcomesOf(sale: SoldRow, plan: Plan | undefined): (Plan | string)[] {
  const { id, purpose, credit } = sale
  if (!plan)
    return credit > 0 ? [`the credit of checkout ${id} pays for a new subscription`] : [begin(sale, null)]
  if (plan.isOver) return [`checkout ${id} pays for subscription ${sale.subscription_id}, which is over`]
  if (credit > 0) return [begin(sale, plan)]
  return purpose === 'change' ? [begin(sale, plan), renew(sale, plan)] : [renew(sale, plan)]
}

/** Starts a period now and ends the former plan. */
function begin(sale: SoldRow, former: Plan | null): Plan {
  const at = sale.paid_at.getTime()
  const anchor = calendar.dayOf(at)
  const before = (former?.segments ?? []).map((one) =>
    one.to > at ? { ...one, from: Math.min(one.from, at), to: at } : one,
  )
  const bought = {
    order: sale.id,
    from: at,
    to: calendar.paidUntil(anchor, sale.months),
    value: valueOf(sale),
  }
  return { anchor, months: sale.months, segments: [...before, bought], trial: null, isOver: false }
}

/** Adds a period after the paid time or the trial, or starts it now if that time is over. */
function renew(sale: SoldRow, plan: Plan): Plan {
  const at = sale.paid_at.getTime()
  const months = plan.months + sale.months
  const to = calendar.paidUntil(plan.anchor, months)
  if (to <= at) return { ...begin(sale, null), segments: [...plan.segments, ...begin(sale, null).segments] }
  const from = plan.trial ?? plan.segments.at(-1)!.to
  const bought = { order: sale.id, from, to, value: valueOf(sale) }
  return { ...plan, months, segments: [...plan.segments, bought], trial: null }
}

const valueOf = ({ kept, credit }: SoldRow) => kept + credit

function differing(sold: ReadonlyMap<number, SoldRow>, plans: Plans): string | null {
  const expected = [...plans.values()].flatMap(({ segments }) => segments.map(describeSegment)).sort()
  const found = [...sold.values()]
    .filter(({ removed_at: removedAt }) => removedAt === null)
    .map(({ id: order, starts_at: from, ends_at: to, value }) =>
      from === null || to === null
        ? `checkout ${order} has no time`
        : describeSegment({ order, from: +from, to: +to, value }),
    )
    .sort()
  if (expected.join() === found.join()) return null
  return `found\n    ${found.join('\n    ')}\n  expected\n    ${expected.join('\n    ')}`
}

const describeSegment = ({ order, from, to, value }: Segment) =>
  `checkout ${order}: ${new Date(from).toISOString()} to ${new Date(to).toISOString()}, worth ${value}`
