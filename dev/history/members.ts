import { dayOf } from '../../common/domain/subscriptions/calendar.ts'
import { graceEnd, upcoming } from '../../common/domain/subscriptions/upcoming.ts'
import { customersTable } from '../../common/services/customers/customers-table.ts'
import { holdsTable } from '../../common/services/subscriptions/holds-table.ts'
import { segmentsTable } from '../../common/services/subscriptions/segments-table.ts'
import { subscriptionsTable } from '../../common/services/subscriptions/subscriptions-table.ts'
import { trialsTable } from '../../common/services/subscriptions/trials-table.ts'
import { timersTable } from '../../common/services/timers/timers-table.ts'
import type { NewRow } from '../../db/define-table.ts'
import type { Tx } from '../../db/transaction.ts'
import { insertAll } from './insert.ts'
import type { Sold } from './orders.ts'
import { GRACE_DAYS, type Member } from './plan.ts'
import type { Shop } from './shop.ts'

type ByMember = ReadonlyMap<Member, number>
type SubscriptionRow = NewRow<typeof subscriptionsTable>

/** Inserts the customers of subscriptions. */
export async function insertCustomers(
  tx: Tx,
  { scope }: Shop,
  members: readonly Member[],
): Promise<ByMember> {
  const rows = members.map(({ person, begunAt }, index) => ({
    ...{ project_id: scope.project.id, is_test: true, ...person, email_key: person.email },
    ...{ client_reference_id: `member-${index + 1}`, created_at: begunAt, updated_at: begunAt },
  }))
  const ids = await insertAll(tx, customersTable, rows)
  return new Map(members.map((member, index) => [member, ids[index]!]))
}

/** Inserts subscriptions with the products that they hold, and the timers of their next steps, all in the future. */
export async function insertSubscriptions(
  tx: Tx,
  shop: Shop,
  members: readonly Member[],
  customers: ByMember,
): Promise<ByMember> {
  const rows = members.map((member) => subscriptionRow(tx, shop, member, customers.get(member)!))
  const ids = await insertAll(tx, subscriptionsTable, rows)
  const own = { project_id: shop.scope.project.id, is_test: true }
  const held = members.flatMap((member, index) => {
    const { customer_id, product_id } = rows[index]!
    const hold = { ...own, customer_id, product_id, subscription_id: ids[index]! }
    return member.status === 'canceled' ? [] : [{ member, row: rows[index]!, hold }]
  })
  await insertAll(
    tx,
    holdsTable,
    held.map(({ hold }) => hold),
  )
  await insertAll(
    tx,
    trialsTable,
    held
      .filter(({ member }) => member.trialEndsAt)
      .map(({ hold, member }) => ({ ...hold, created_at: member.begunAt })),
  )
  await insertAll(
    tx,
    timersTable,
    held.map(({ member, row, hold }) => ({
      ...{ project_id: own.project_id, kind: 'subscription.step', subject_id: hold.subscription_id },
      due_at: nextStep(tx, shop, member, row),
    })),
  )
  return new Map(members.map((member, index) => [member, ids[index]!]))
}

function subscriptionRow(tx: Tx, shop: Shop, member: Member, customerId: number): SubscriptionRow {
  const { project } = shop.scope
  const { periods, begunAt, trialEndsAt } = member
  const item = shop.items[member.price]
  const last = periods.at(-1)
  const current = periods.find(({ endsAt }) => endsAt > tx.now) ?? last
  const isPastDue = member.status === 'past_due'
  return {
    ...{ project_id: project.id, is_test: true, customer_id: customerId, product_id: item.productId },
    ...{ price_id: item.priceId, status: member.status },
    current_period_start: current?.startsAt ?? begunAt,
    current_period_end: last?.endsAt ?? trialEndsAt!,
    ...{ trial_ends_at: trialEndsAt, canceled_at: member.canceledAt, ended_at: member.endedAt },
    cancellation_reason: member.reason,
    grace_ends_at: isPastDue ? graceEnd(last!.endsAt, GRACE_DAYS, project.timezone) : null,
    anchor_day: last?.anchor.day ?? dayOf(trialEndsAt!, project.timezone),
    anchor_months: last?.anchor.months ?? 0,
    ...{ reminded_until: tx.now, version: Math.max(1, periods.length) },
    ...{ created_at: begunAt, updated_at: member.endedAt ?? last?.startsAt ?? begunAt },
  }
}

/** Returns when a subscription's next step is due. Reminders until now count as sent. */
function nextStep(tx: Tx, shop: Shop, member: Member, row: SubscriptionRow): Date {
  const steps = upcoming({
    ...{ status: member.status, canceledAt: member.canceledAt, currentPeriodStart: row.current_period_start },
    ...{ currentPeriodEnd: row.current_period_end, graceEndsAt: row.grace_ends_at ?? null },
    ...{ remindedUntil: tx.now, endDeferredUntil: null, renewalWaits: false, graceDays: GRACE_DAYS },
    segments: member.periods.map(({ startsAt, endsAt }) => ({
      ...{ startsAt, endsAt, value: shop.items[member.price].amount, priceId: row.price_id },
    })),
    interval: { unit: member.price === 'club_monthly' ? 'month' : 'year', count: 1 },
    zone: shop.scope.project.timezone,
  })
  return steps[0]!.at
}

/** Inserts the paid time of subscriptions, as their checkouts bought it. */
export async function insertSegments(
  tx: Tx,
  shop: Shop,
  sold: readonly Sold[],
  subscriptions: ByMember,
): Promise<void> {
  const rows = sold.flatMap(({ order, checkoutId }): NewRow<typeof segmentsTable>[] => {
    const { period } = order
    if (!period) return []
    const { priceId, amount } = shop.items[period.member.price]
    return [
      {
        ...{ project_id: shop.scope.project.id, subscription_id: subscriptions.get(period.member)! },
        ...{ checkout_id: checkoutId, price_id: priceId, value: amount },
        ...{ starts_at: period.startsAt, ends_at: period.endsAt, created_at: order.endedAt },
      },
    ]
  })
  await insertAll(tx, segmentsTable, rows)
}
