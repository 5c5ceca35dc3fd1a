import type { ModelTx } from '../../db/transaction.ts'
import { type Happening, insertEvents } from './events.ts'
import { insertInvoices } from './invoices.ts'
import { insertCustomers, insertSegments, insertSubscriptions } from './members.ts'
import { insertOrders } from './orders.ts'
import { insertPeople } from './people.ts'
import { planYear } from './plan.ts'
import { insertRecords } from './records.ts'
import { prepareShop } from './shop.ts'

/**
 * Gives the demo project a year of history in test mode, unless it has one. It inserts rows as the operations would have left
 * them, because running thousands of operations takes minutes. Nothing is sent: every email and
 * every delivery is over.
 */
export async function addHistory(tx: ModelTx, projectId: number): Promise<boolean> {
  const known = await tx.sql.row(
    "SELECT id FROM customers WHERE project_id = ? AND is_test AND client_reference_id = 'member-1'",
    [projectId],
  )
  if (known) return false
  const shop = await prepareShop(tx, projectId)
  const { orders, members } = planYear(tx.now, shop.scope.project.timezone)
  const customers = await insertCustomers(tx, shop, members)
  const subscriptions = await insertSubscriptions(tx, shop, members, customers)
  const invoices = await insertInvoices(tx, shop) // before the orders, so that the newest payments come first in lists
  const sold = await insertOrders(tx, shop, orders, { customers, subscriptions })
  await insertSegments(tx, shop, sold, subscriptions)
  const happenings: Happening[] = []
  for (const { order, checkoutId } of sold) {
    if (order.outcome !== 'paid') continue
    happenings.push({ type: 'checkout.completed', object: 'checkout', id: checkoutId, at: order.endedAt })
    if (!order.period) continue
    const type = order.period.isFirst ? 'subscription.created' : 'subscription.renewed'
    const id = subscriptions.get(order.period.member)!
    happenings.push({ type, object: 'subscription', id, at: order.endedAt })
  }
  for (const [member, id] of subscriptions) {
    const of = { object: 'subscription', id } as const
    if (member.trialEndsAt) happenings.push({ ...of, type: 'subscription.created', at: member.begunAt })
    if (member.reason === 'unpaid' || member.status === 'past_due')
      happenings.push({ ...of, type: 'subscription.past_due', at: member.periods.at(-1)!.endsAt })
    if (member.endedAt) happenings.push({ ...of, type: 'subscription.canceled', at: member.endedAt })
  }
  for (const { id, paidAt } of invoices)
    if (paidAt) happenings.push({ type: 'invoice.paid', object: 'invoice', id, at: paidAt })
  await insertEvents(tx, shop, happenings)
  await insertRecords(tx, shop, { people: await insertPeople(tx, shop), sold, invoices })
  return true
}
