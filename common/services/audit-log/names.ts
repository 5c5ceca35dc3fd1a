import type { Sql } from '../../../db/sql.ts'
import type { AuditedObject } from '../../domain/audit-log/audited.ts'
import type { AuditEntryObject } from '../../domain/audit-log/object.ts'
import type { PaymentLinkItem } from '../../domain/payment-links/object.ts'
import type { Amount } from '../../kit/money.ts'
import type { Scope } from '../projects/project.ts'

/** How people know an object: by its name, its amount or both. Null for parts that it does not have. */
export interface ObjectName {
  name: string | null
  amount: Amount | null
  currency: string | null
}

/** The part of a SELECT that names the objects of a kind: FROM, and the expressions of the columns. */
interface Naming {
  from: string
  name?: string
  amount?: string
  currency?: string
}

const PAID = { amount: 'object.amount', currency: 'object.currency' }
const BUYER = 'COALESCE(buyer.name, buyer.email, buyer.phone)'

/** Objects of the kinds that are missing here have neither a name nor an amount. */
const NAMINGS: Partial<Record<AuditedObject, Naming>> = {
  checkout: { from: 'checkouts object', amount: 'object.amount_total', currency: 'object.currency' },
  payment: { from: 'payments object', ...PAID },
  refund: { from: 'refunds object', ...PAID },
  subscription: {
    from: 'subscriptions object JOIN customers buyer ON buyer.id = object.customer_id',
    name: BUYER,
  },
  customer: { from: 'customers object', name: BUYER.replaceAll('buyer', 'object') },
  product: { from: 'products object', name: 'object.name' },
  price: {
    from: 'prices object JOIN products product ON product.id = object.product_id',
    ...{ name: 'product.name', amount: 'object.unit_amount' },
  },
  promotion_code: { from: 'promotion_codes object', name: 'object.code' },
  invoice: { from: 'invoices object', name: 'object.number', ...PAID },
  payment_link: { from: 'payment_links object', name: 'object.items' },
  webhook_endpoint: { from: 'webhook_endpoints object', name: 'object.url' },
  test_clock: { from: 'test_clocks object', name: 'object.name' },
  token: { from: 'api_tokens object', name: "COALESCE(object.name, CONCAT('…', object.last4))" },
  member: {
    from: 'member_projects object JOIN members member ON member.id = object.member_id',
    name: 'member.email',
  },
}

type Named = Pick<AuditEntryObject, 'object' | 'object_id'>

/** Finds the names of the objects and tokens of entries, see `findNamesOf`. */
export function findNames(
  sql: Sql,
  scope: Scope,
  entries: readonly AuditEntryObject[],
): Promise<Map<string, ObjectName>> {
  const tokens = entries.flatMap(({ actor, actor_id: id }) =>
    actor === 'token' && id !== null ? [{ object: 'token', object_id: id } as const] : [],
  )
  return findNamesOf(sql, scope, [...entries, ...tokens])
}

/** Finds the names of objects as they are now, by `keyOf`, in one statement. An object that is gone has none. */
export async function findNamesOf(
  sql: Sql,
  { project }: Scope,
  objects: readonly Named[],
): Promise<Map<string, ObjectName>> {
  const kinds = [...new Set(objects.map(({ object }) => object))]
  const parts = kinds.flatMap((object) => {
    const naming = NAMINGS[object]
    const ids = objects.filter((one) => one.object === object).map(({ object_id: id }) => id)
    return naming ? [{ text: selectOf(object, naming), values: [object, project.id, ids] }] : []
  })
  if (parts.length === 0) return new Map()
  const rows = await sql.rows<ObjectName & { object: AuditedObject; object_id: number }>(
    parts.map(({ text }) => text).join(' UNION ALL '),
    parts.flatMap(({ values }) => values),
  )
  return new Map(
    rows.map(({ name, amount, currency, ...row }) => [
      keyOf(row),
      { name: row.object === 'payment_link' ? firstItemOf(name) : name, amount, currency },
    ]),
  )
}

/** Returns the key of an object in the result of `findNames`. */
export function keyOf({ object, object_id: id }: Named): string {
  return `${object} ${id}`
}

function selectOf(
  object: AuditedObject,
  { from, name = 'NULL', amount = 'NULL', currency = 'NULL' }: Naming,
) {
  const id = object === 'member' ? 'object.member_id' : 'object.id'
  // The columns have several collations, which a UNION cannot mix.
  const text = (column: string) => `CONVERT(${column} USING utf8mb4) COLLATE utf8mb4_bin`
  return `SELECT ? AS object, ${id} AS object_id, ${text(name)} AS name, ${amount} AS amount, ${text(currency)} AS currency
    FROM ${from} WHERE object.project_id = ? AND ${id} IN (?)`
}

/** Returns the typed name of a payment link's first item; null if the item is a price of the catalogue. */
function firstItemOf(items: string | null): string | null {
  const [first] = JSON.parse(items ?? '[]') as PaymentLinkItem[]
  return first?.price_data?.product_data.name ?? null
}
