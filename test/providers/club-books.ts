import { expect } from 'chai'
import { Calendar } from '../money/calendar.ts'
import { rows } from './rows.ts'

/** What happened to the subscriptions of a shop, in order. */
interface Happened {
  type: string
  object_id: number
}

/** An order for a plan that is complete, and how its time stands. */
interface SoldRow {
  id: number
  subscription_id: number
  purpose: 'new' | 'renew' | 'change'
  credit: number
  paid_at: Date
  kept: number
  removed_at: Date | null
  months: number
  /** Null where it has got no time. */
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
  /** The day that months are counted from, and how many of them are paid. */
  anchor: number
  months: number
  segments: Segment[]
  /** When its trial ends; null once something is paid. */
  trial: number | null
  isOver: boolean
}

type Plans = ReadonlyMap<number, Plan>

const calendar = new Calendar(0)

/**
 * Compares the time that customers have with what they have paid for plans, by the rules of the contract (§6): a first
 * payment begins now, a renewal goes on top, a change begins now and ends what was left; each order gives one period,
 * worth its money that did not go back, and its credit.
 */
export async function compareClub(projectId: number): Promise<void> {
  const happened = await rows<Happened>(
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
  const begun = new Map(trials.map(({ id, ends }) => [id, onTrial(ends)]))
  const bySale = new Map(sold.map((row) => [row.id, row]))
  const wrong = explain(happened, bySale, begun)
  expect(wrong, 'time that was paid for').to.equal(null)
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
 * Why these orders cannot have led to this time, or null. A change without a credit may be a renewal by now: either
 * explains it.
 */
function explain(
  happened: readonly Happened[],
  sold: ReadonlyMap<number, SoldRow>,
  plans: Plans,
): string | null {
  const [next, ...rest] = happened
  if (!next) return differing(sold, plans)
  const { type, object_id: id } = next
  const plan = plans.get(id)
  if (type === 'subscription.canceled' && plan)
    return explain(rest, sold, new Map([...plans, [id, { ...plan, isOver: true }]]))
  const sale = type === 'checkout.completed' ? sold.get(id) : undefined
  // Time that had not begun when all of its money went back is as if it had never been bought.
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

/** Time begins now; what is left of a former plan is over. */
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

/** On top of what is paid for, or after the trial; from now where all of that would be over. */
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
  const due = [...plans.values()].flatMap(({ segments }) => segments.map(tell)).sort()
  const given = [...sold.values()]
    .filter(({ removed_at: removedAt }) => removedAt === null)
    .map(({ id: order, starts_at: from, ends_at: to, value }) =>
      from === null || to === null
        ? `checkout ${order} has no time`
        : tell({ order, from: +from, to: +to, value }),
    )
    .sort()
  if (due.join() === given.join()) return null
  return `given are\n    ${given.join('\n    ')}\n  paid for are\n    ${due.join('\n    ')}`
}

const tell = ({ order, from, to, value }: Segment) =>
  `checkout ${order}: ${new Date(from).toISOString()} to ${new Date(to).toISOString()}, worth ${value}`
