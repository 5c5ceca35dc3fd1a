import { DAY, later, MINUTE, SECOND } from '../../common/kit/time.ts'
import { auditLogTable } from '../../common/services/audit-log/audit-log-table.ts'
import { emailsTable } from '../../common/services/emails/emails-table.ts'
import { apiRequestsTable } from '../../common/services/request-log/api-requests-table.ts'
import { listTokens } from '../../common/services/tokens/list.ts'
import type { NewRow } from '../../db/define-table.ts'
import type { ModelTx, Tx } from '../../db/transaction.ts'
import { Chance } from './chance.ts'
import { insertAll } from './insert.ts'
import type { PaidOrder } from './orders.ts'
import type { Shop } from './shop.ts'

/** Changes are shown for the last two months, emails and API requests as long as the service keeps them, or nearly. */
const AUDITED_SINCE = 60 * DAY
const EMAILED_SINCE = 25 * DAY
const REQUESTED_SINCE = 6 * DAY
const OFFICE = '203.0.113.7'
const SERVER = '198.51.100.20'

interface Given {
  people: ReadonlyMap<string, number>
  sold: readonly PaidOrder[]
  invoices: readonly { id: number; createdAt: Date; isSent: boolean }[]
}

/** Inserts the log of changes, the emails that were sent, and the API requests of the last days. */
export async function insertRecords(tx: ModelTx, shop: Shop, given: Given): Promise<void> {
  const { project } = shop.scope
  const tokens = await listTokens(tx.sql, project.id)
  const tokenId = tokens.find(({ mode }) => mode === 'test')!.id
  await insertAudit(tx, shop, given, tokenId)
  await insertEmails(tx, shop, given)
  await insertRequests(tx, shop, given, tokenId)
}

type Entry = NewRow<typeof auditLogTable>

async function insertAudit(tx: Tx, shop: Shop, { people, sold, invoices }: Given, tokenId: number) {
  const chance = new Chance(13)
  const { project } = shop.scope
  const [owner, , staff, newStaff] = [...people.values()]
  const entry = (at: Date, object: Entry['object'], id: number, more: Partial<Entry>): Entry => ({
    ...{ project_id: project.id, is_test: true, actor: 'member', actor_id: staff!, operation: '' },
    ...{ object, object_id: id, change: 'updated', changes: null, ip_address: OFFICE, created_at: at },
    ...more,
  })
  const byToken = { actor: 'token', actor_id: tokenId, ip_address: SERVER } as const
  const byCustomer = { actor: 'customer', actor_id: null, ip_address: null } as const
  const recent = sold.filter(({ order }) => order.at > later(tx.now, -AUDITED_SINCE))
  const entries = recent.flatMap(({ order, checkoutId, paymentId }): Entry[] => {
    const of = { operation: 'createCheckout', change: 'created' } as const
    const created = order.byLink
      ? { ...byCustomer, operation: 'link.buy', change: 'created' as const }
      : { ...byToken, ...of }
    const first = entry(order.at, 'checkout', checkoutId, created)
    if (paymentId === null) return [first]
    const begun = { ...byCustomer, operation: 'checkout.pay', change: 'created' } as const
    const isByHand = order.method === 'bank_transfer' && order.outcome === 'paid'
    const who = chance.happens(0.7) ? staff! : chance.happens(0.5) ? newStaff! : owner!
    return [
      first,
      entry(later(order.at, MINUTE), 'payment', paymentId, begun),
      ...(isByHand
        ? [
            entry(order.endedAt, 'payment', paymentId, {
              ...{ actor_id: who, operation: 'dashboard/payments/waiting.confirm' },
            }),
          ]
        : []),
    ]
  })
  const own = [
    ...invoices
      .filter(({ isSent, createdAt }) => isSent && createdAt > later(tx.now, -AUDITED_SINCE))
      .map(({ id, createdAt }) =>
        entry(later(createdAt, 5 * MINUTE), 'invoice', id, { operation: 'dashboard/invoices.send' }),
      ),
    entry(later(tx.now, -38 * DAY), 'price', shop.items.coffee_beans.priceId, {
      ...{ actor_id: owner!, operation: 'dashboard/products/prices/edit.save' },
      changes: JSON.stringify([{ field: 'name', from: null, to: 'One bag' }]),
    }),
    entry(later(tx.now, -12 * DAY), 'product', shop.items.mug.productId, {
      ...{ actor_id: newStaff!, operation: 'dashboard/products/edit.save' },
      changes: JSON.stringify([{ field: 'description', from: 'Stoneware.', to: 'Stoneware, holds 300 ml.' }]),
    }),
    // A project and its members exist once for both modes: they count as live.
    entry(later(tx.now, -40 * DAY), 'member', newStaff!, {
      ...{ is_test: false, actor_id: owner!, operation: 'dashboard/members/new.save', change: 'created' },
      changes: JSON.stringify([{ field: 'role', from: null, to: 'staff' }]),
    }),
    entry(later(tx.now, -20 * DAY), 'project', project.id, {
      ...{ is_test: false, actor_id: owner!, operation: 'dashboard/settings/shop.save' },
      changes: JSON.stringify([{ field: 'support_phone', from: null, to: '+97677001122' }]),
    }),
  ]
  const inOrder = [...entries, ...own].sort(
    (one, other) => one.created_at.getTime() - other.created_at.getTime(),
  )
  await insertAll(tx, auditLogTable, inOrder)
}

/** Inserts emails that were sent. Their payload is not kept: nothing renders them again. */
async function insertEmails(tx: Tx, { scope }: Shop, { sold }: Given): Promise<void> {
  const { project } = scope
  const chance = new Chance(17)
  const since = later(tx.now, -EMAILED_SINCE)
  const email = (at: Date, kind: string, cause: string, recipient: string): NewRow<typeof emailsTable> => {
    const isLost = chance.happens(0.02)
    return {
      ...{ project_id: project.id, is_test: true, kind: kind as 'receipt', cause, recipient, words: '{}' },
      ...{ locale: project.locale, status: isLost ? 'failed' : 'sent', tries: 1 },
      error: isLost ? '550 mailbox unavailable' : null,
      ...{
        sent_at: isLost ? null : later(at, 2 * SECOND),
        created_at: at,
        updated_at: later(at, 2 * SECOND),
      },
    }
  }
  const rows = sold
    .filter(({ order, paymentId }) => paymentId !== null && order.endedAt > since && order.endedAt < tx.now)
    .flatMap(({ order, checkoutId, paymentId }) => {
      const isReported = order.method === 'bank_transfer'
      const reported = later(order.at, 2 * MINUTE)
      return [
        ...(isReported
          ? [email(reported, 'transfer_reported', `payment-${paymentId}`, project.email ?? 'owner@demo.test')]
          : []),
        ...(order.outcome === 'paid'
          ? [email(order.endedAt, 'receipt', `checkout-${checkoutId}`, order.person.email)]
          : []),
      ]
    })
    .sort((one, other) => one.created_at.getTime() - other.created_at.getTime())
  await insertAll(tx, emailsTable, rows)
}

type Request = NewRow<typeof apiRequestsTable>

/** Inserts the requests of the shop's server: it creates orders, reads them again, and makes a mistake now and then. */
async function insertRequests(tx: Tx, { scope }: Shop, { sold }: Given, tokenId: number): Promise<void> {
  const { id: projectId } = scope.project
  const chance = new Chance(19)
  const base = `/v1/projects/${projectId}`
  let made = 0
  const request = (at: Date, method: string, path: string, status: number): Request => ({
    ...{ project_id: projectId, is_test: true, token_id: tokenId, request_id: `demo-${(made += 1)}` },
    ...{ method, path: base + path, status, is_failed: status >= 400, duration_ms: chance.between(4, 60) },
    error: status === 422 ? JSON.stringify(UNPROCESSABLE) : null,
    body: status === 422 ? JSON.stringify({ items: [{ price: 'coffe_beans', quantity: 1 }] }) : null,
    created_at: at,
  })
  const rows = sold
    .filter(({ order }) => order.at > later(tx.now, -REQUESTED_SINCE) && !order.byLink)
    .flatMap(({ order, checkoutId }) => [
      ...(chance.happens(0.1) ? [request(later(order.at, -30 * SECOND), 'POST', '/checkouts', 422)] : []),
      request(order.at, 'POST', '/checkouts', 201),
      ...(order.outcome === 'paid' && order.endedAt < tx.now
        ? [request(later(order.endedAt, SECOND), 'GET', `/checkouts/${checkoutId}`, 200)]
        : []),
    ])
    .sort((one, other) => one.created_at.getTime() - other.created_at.getTime())
  await insertAll(tx, apiRequestsTable, [...rows, request(later(tx.now, -MINUTE), 'POST', '/checkouts', 422)])
}

const WRONG_PRICE = 'There is no price with the lookup key coffe_beans.'
const UNPROCESSABLE = {
  ...{ message: WRONG_PRICE, code: 'price_not_found' },
  errors: { 'items.0.price': [WRONG_PRICE] },
}
