import { auditList, type NamedEntry } from '../../api/dashboard/audit-log/view.ts'
import type { Changes } from '../../api/dashboard/kit/changes.ts'
import { readAsked } from '../../api/dashboard/kit/filters.ts'
import { type ListInput, listView } from '../../api/dashboard/kit/list-view.ts'
import type { PageView } from '../../api/pages/kit/page-view.ts'
import { AUDITED_OBJECTS } from '../../common/domain/audit-log/audited.ts'
import { ACTORS, auditEntry, type AuditEntryObject } from '../../common/domain/audit-log/object.ts'
import { ROLES } from '../../common/domain/members/role.ts'
import type { Locale } from '../../common/kit/languages.ts'
import { keyOf, type ObjectName } from '../../common/services/audit-log/names.ts'
import { LONG } from '../portal/fixtures.ts'
import { EMAIL, inShop } from './in-shop.ts'

type State = (locale: Locale) => PageView

const nothing: ObjectName = { name: null, amount: null, currency: null }
const paid: ObjectName = { ...nothing, amount: 50_000, currency: 'MNT' }

/** The names of objects by their kind. Each has the id 90. */
const NAMES: Partial<Record<AuditEntryObject['object'], ObjectName>> = {
  checkout: paid,
  payment: paid,
  refund: { ...paid, amount: 10_000 },
  subscription: { ...nothing, name: 'Бат-Эрдэнийн Сарантуяа' },
  customer: { ...nothing, name: 'saruul@example.com' },
  product: { ...nothing, name: LONG },
  price: { ...nothing, name: 'Tasting club', amount: 49_000 },
  promotion_code: { ...nothing, name: 'SPRING10' },
  invoice: { ...paid, name: 'INV-0007' },
  payment_link: { ...nothing, name: 'Workshop' },
  webhook_endpoint: { ...nothing, name: 'https://shop.example.org/webhooks' },
  token: { ...nothing, name: '…8kQ2' },
  member: { ...nothing, name: 'oyuna@demo.test' },
}

const names = new Map(
  Object.entries(NAMES).map(([object, name]) => [
    keyOf({ object: object as AuditEntryObject['object'], object_id: 90 }),
    name,
  ]),
)

function entry(changes: Partial<AuditEntryObject>, at: number): NamedEntry {
  const shared = { actor: 'member', actor_id: 3, actor_email: EMAIL, changes: null } as const
  return { ...auditEntry.like({ id: 99 - at, object_id: 90, ...shared, ...changes }), names }
}

const usual: Partial<AuditEntryObject>[] = [
  {
    ...{ object: 'project', operation: 'dashboard/settings/methods.save' },
    changes: [
      { field: 'payment_methods.bank_transfer.bank_name', from: null, to: 'Khan Bank' },
      { field: 'payment_methods.bank_transfer.account_number', from: '5000 123 456', to: '5000 654 321' },
      { field: 'payment_methods.bank_transfer.enabled', from: false, to: true },
    ],
  },
  { object: 'payment', operation: 'dashboard/payments.confirm' },
  { object: 'member', change: 'created', changes: [{ field: 'role', from: null, to: 'viewer' }] },
  { object: 'product', changes: [{ field: 'name', from: 'Tea', to: LONG }] },
  {
    ...{ object: 'payment', actor: 'customer', actor_id: null, actor_email: null, ip_address: null },
    operation: 'checkout.claim_transfer',
  },
  { object: 'customer', changes: [{ field: 'email' }, { field: 'phone' }] },
]

/** Further entries, so that each sentence is in a state. */
const rare: Partial<AuditEntryObject>[] = [
  ...AUDITED_OBJECTS.flatMap((object): Partial<AuditEntryObject>[] => [
    { object, change: 'created', operation: 'seed' },
    { object, change: 'updated', operation: 'seed' },
    { object, change: 'deleted', operation: 'seed', object_id: 91 },
  ]),
  ...ACTORS.map((actor): Partial<AuditEntryObject> => ({
    ...{ object: 'payment', actor, actor_email: null, actor_id: actor === 'token' ? 90 : null },
    operation: 'confirmPayment',
  })),
  ...ROLES.flatMap((role): Partial<AuditEntryObject>[] => [
    { object: 'member', change: 'created', changes: [{ field: 'role', from: null, to: role }] },
    { object: 'member', changes: [{ field: 'role', from: 'staff', to: role }] },
  ]),
  { object: 'payment', operation: 'rejectPayment' },
  { object: 'payment', operation: 'createRefund' },
  ...['amount_received', 'amount_refunded'].flatMap((field) =>
    [10_000, 50_000].map((to): Partial<AuditEntryObject> => ({
      object: 'payment',
      operation: field === 'amount_received' ? 'confirmPayment' : 'createRefund',
      changes: [{ field, from: 0, to }],
    })),
  ),
  ...[
    { from: 0, to: 40_000 },
    { from: 40_000, to: 50_000 },
  ].map((sums): Partial<AuditEntryObject> => ({
    ...{ object: 'payment', operation: 'confirmPayment' },
    changes: [
      { field: 'amount_received', ...sums },
      { field: 'status', from: 'pending', to: 'paid' },
    ],
  })),
  { object: 'checkout', operation: 'checkout.expire' },
  { object: 'subscription', operation: 'cancelSubscription' },
  { object: 'subscription', operation: 'resumeSubscription' },
  { object: 'invoice', operation: 'voidInvoice' },
  { object: 'invoice', operation: 'sendInvoice' },
  { object: 'invoice', operation: 'finalizeInvoice' },
  { object: 'promotion_code', changes: [{ field: 'minimum_amount', from: null, to: 20_000 }] },
  { object: 'price', changes: [{ field: 'active', from: false, to: true }] },
  { object: 'webhook_endpoint', changes: [{ field: 'active', from: true, to: false }] },
  { object: 'webhook_endpoint', changes: [{ field: 'secret' }] },
  { object: 'project', changes: [{ field: 'payment_method_order' }] },
  { object: 'project', changes: [{ field: 'color', from: null, to: '#1f5fd0' }] },
  { object: 'project', changes: [{ field: 'payment_methods.qpay.live.password' }] },
  { object: 'product', changes: [] },
  {
    object: 'payment_link',
    changes: [
      { field: 'active', from: true, to: false },
      { field: 'items' },
      { field: 'ends_at', from: null, to: '2026-12-05T16:00:00.000000Z' },
      { field: 'events', from: ['invoice.paid'], to: [] },
      { field: 'metadata.colour', from: 'red', to: 'blue' },
    ],
  },
]

function auditLog(
  entries: readonly Partial<AuditEntryObject>[],
  changes: Partial<ListInput<NamedEntry>> = {},
): State {
  return (locale) =>
    listView(auditList, {
      ...inShop(locale),
      items: entries.map(entry),
      ...{ asked: readAsked({}, auditList.filters), hasMore: true, problem: null },
      ...changes,
    })
}

/** A longer name, another role, and an entry of the command line, which has no address. */
const ofMember: Partial<AuditEntryObject>[] = [
  { changes: [{ field: 'name', from: 'Saraa', to: LONG }] },
  { changes: [{ field: 'role', from: 'viewer', to: 'owner' }] },
  { changes: [{ field: 'passkey', from: null, to: 'iPhone' }] },
  { changes: [{ field: 'passkey', from: 'iPhone', to: null }] },
  {
    ...{ change: 'created', actor: 'cli', actor_id: null, actor_email: null, ip_address: null },
    changes: [{ field: 'role', from: null, to: 'viewer' }],
  },
]

/** The changes on the page of a member. */
export const memberChanges: Changes = {
  ...{ object: 'member', id: 90, names },
  entries: ofMember.map((changes, at) => entry({ object: 'member', ...changes }, at)),
}

export const auditStates: Record<string, State> = {
  'dashboard-audit-log': auditLog(usual),
  'dashboard-audit-log-filtered': auditLog(usual.slice(1, 2), {
    asked: readAsked(
      { object: 'payment', object_id: '90', actor: 'member', actor_id: '3' },
      auditList.filters,
    ),
    names: new Map([['member 3', { name: 'saraa@nomynulgii.mn', amount: null, currency: null }]]),
  }),
}

export const rareAuditStates: State[] = [auditLog(rare), auditLog([], { hasMore: false })]
