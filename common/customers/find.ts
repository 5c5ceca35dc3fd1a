import { equal, where } from '../../db/listing.ts'
import type { Sql } from '../../db/sql.ts'
import { Refusal } from '../kit/refusal.ts'
import type { Scope } from '../projects/project.ts'
import type { CustomerObject } from './object.ts'
import { CUSTOMER_SELECT, type CustomerRow, OWN_CUSTOMER } from './rows.ts'
import { withSubscriptions } from './with-subscriptions.ts'

/** How a customer is named: by id, or by the merchant's own reference, compared byte for byte. */
export type CustomerName = { id: number } | { reference: string }

/**
 * Whoever changes a customer, or their subscriptions, has the row alone. Whoever only writes something that
 * is theirs shares it with others who do: nobody is erased meanwhile.
 */
export type CustomerLock = 'FOR UPDATE' | 'LOCK IN SHARE MODE'

/** The customer of this project and mode as the table holds them, or null; `lock` is for lock.ts. */
export async function findCustomerRow(
  sql: Sql,
  scope: Scope,
  name: CustomerName,
  lock: '' | CustomerLock = '',
): Promise<CustomerRow | null> {
  const named = where(equal('id' in name ? name : { client_reference_id: name.reference }))
  const row = await sql.row<CustomerRow>(
    `${CUSTOMER_SELECT} WHERE ${named.text} AND ${OWN_CUSTOMER} ${lock}`,
    [...named.values, scope.project.id, scope.isTest],
  )
  return row ?? null
}

/** The customer of this project and mode, with the subscriptions that give access now. Where there is none: 404. */
export async function getCustomer(sql: Sql, scope: Scope, name: CustomerName): Promise<CustomerObject> {
  const row = await findCustomerRow(sql, scope, name)
  const [customer] = row ? await withSubscriptions(sql, [row]) : []
  if (!customer) throw new Refusal({ code: 'not_found', params: { what: 'customer' } })
  return customer
}
