import { checkout } from '../../../domain/checkouts/object.ts'
import { previousAttributes } from '../../../domain/events/previous-attributes.ts'
import type { EventType } from '../../../domain/events/types.ts'
import { subscription, type SubscriptionObject } from '../../../domain/subscriptions/object.ts'
import { rehearsedId } from '../../../domain/webhooks/rehearsal.ts'
import { DAY, iso, later, monthsLater } from '../../../kit/time.ts'
import { simulated } from '../../../methods/all.ts'
import type { Change } from '../../events/record.ts'
import type { Scope } from '../../projects/project.ts'

/** One event of a rehearsal, with its time. */
export interface Scene {
  at: Date
  type: EventType
  data: { id: number }
  change?: Change
}

const LASTS = 80 * DAY

/**
 * Returns the events of a subscription's whole life, which ends about now: created, reminded, renewed,
 * cancellation requested and withdrawn, plan changed, overdue and canceled. All objects have ids that no
 * real object has, and name the rehearsal in their metadata.
 */
export function rehearsalEvents(rehearsalId: number, scope: Scope, now: Date): Scene[] {
  const id = (thing: number) => rehearsedId(rehearsalId, thing)
  const begins = later(now, -LASTS)
  const [firstEnd, secondEnd] = [monthsLater(begins, 1), monthsLater(begins, 2)]
  const changed = later(begins, 40 * DAY)
  const changedEnd = monthsLater(changed, 1)
  const renewed = later(firstEnd, -DAY / 2)
  const mark = { rehearsal: String(rehearsalId) }
  const own = { project_id: scope.project.id, is_test: true, metadata: mark }
  const price = (at: 5 | 6) => ({
    ...subscription.example.price,
    id: id(at),
    product_id: id(7),
    product: { ...subscription.example.product, id: id(7), project_id: scope.project.id },
    lookup_key: at === 5 ? 'rehearsal_monthly' : 'rehearsal_other',
  })

  function paid(at: Date, number: 1 | 2 | 3): Scene {
    const bought = price(number === 3 ? 6 : 5)
    const data = checkout.like({
      ...own,
      id: id(number),
      status: 'complete',
      mode: 'subscription',
      currency: scope.project.currency,
      client_reference_id: `rehearsal-${rehearsalId}-${number}`,
      customer_id: id(4),
      customer_email: 'rehearsal@example.com',
      is_guest: false,
      subscription_id: id(0),
      items: checkout.example.items.map((item) => ({
        ...item,
        checkout_id: id(number),
        name: bought.product.name,
        price_name: bought.name,
        price_id: bought.id,
        price: bought,
        product: bought.product,
        created_at: iso(at),
        updated_at: iso(at),
      })),
      payment_method: simulated.name,
      paid_at: iso(at),
      receipt_number: `REHEARSAL-${rehearsalId}-${number}`,
      expires_at: iso(monthsLater(at, 2)),
      created_at: iso(at),
      updated_at: iso(at),
    })
    return { at, type: 'checkout.completed', data }
  }

  let current = subscription.like({
    ...own,
    id: id(0),
    customer_id: id(4),
    customer: {
      ...subscription.example.customer,
      id: id(4),
      email: 'rehearsal@example.com',
      client_reference_id: `rehearsal-${rehearsalId}`,
    },
    product_id: id(7),
    price_id: id(5),
    price: price(5),
    product: price(5).product,
    status: 'active',
    entitled: true,
    current_period_start: iso(begins),
    current_period_end: iso(firstEnd),
    created_at: iso(begins),
  })
  function happened(at: Date, name: string, changes: Partial<SubscriptionObject>, more = {}): Scene {
    const before = current
    current = { ...current, ...changes, updated_at: iso(at) }
    const type = `subscription.${name}` as EventType
    const scene = { at, type, data: { ...current, ...more } } as const
    const previous = previousAttributes(before, current)
    return name === 'updated' || name === 'renewed' ? { ...scene, change: { previous, kind: null } } : scene
  }

  const overdue = changedEnd
  const lost = later(overdue, 3 * DAY)
  return [
    paid(begins, 1),
    happened(begins, 'created', {}),
    happened(later(firstEnd, -7 * DAY), 'renewal_due', {}, { days_before: 7 }),
    happened(later(firstEnd, -DAY), 'renewal_due', {}, { days_before: 1 }),
    paid(renewed, 2),
    happened(renewed, 'renewed', { current_period_end: iso(secondEnd) }),
    happened(later(changed, -2 * DAY), 'updated', { canceled_at: iso(later(changed, -2 * DAY)) }),
    happened(later(changed, -DAY), 'updated', { canceled_at: null }),
    paid(changed, 3),
    happened(changed, 'updated', {
      price_id: id(6),
      price: price(6),
      current_period_start: iso(changed),
      current_period_end: iso(changedEnd),
    }),
    happened(overdue, 'past_due', { status: 'past_due' }),
    happened(lost, 'canceled', {
      status: 'canceled',
      entitled: false,
      canceled_at: iso(lost),
      ended_at: iso(lost),
      cancellation_reason: 'unpaid',
    }),
  ]
}
