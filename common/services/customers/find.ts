import { equal, where } from '../../../db/listing.ts'
import type { Sql } from '../../../db/sql.ts'
import type { CustomerObject } from '../../domain/customers/object.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { Scope } from '../projects/project.ts'
import { CUSTOMER_SELECT, type CustomerRow, OWN_CUSTOMER } from './rows.ts'
import { withSubscriptions } from './with-subscriptions.ts'

/** Names a customer by id, or by the merchant's own reference, which is compared byte for byte. */
export type CustomerName = { id: number } | { reference: string }

/**
 * The lock on a customer's row. A change of the customer or their subscriptions needs it exclusively. A writer of
 * their other rows shares it: the customer cannot be erased meanwhile.
 */
export type CustomerLock = 'FOR UPDATE' | 'LOCK IN SHARE MODE'

/** Reads the row of a customer of this project and mode, or returns null. Only lock.ts passes `lock`. */
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

/** Returns a customer of this project and mode, with the subscriptions that give access now, or null. */
export async function findCustomer(
  sql: Sql,
  scope: Scope,
  name: CustomerName,
): Promise<CustomerObject | null> {
  const row = await findCustomerRow(sql, scope, name)
  return row ? (await withSubscriptions(sql, [row]))[0]! : null
}

/** Returns a customer as `findCustomer` does. Throws a 404 if there is no such customer. */
export async function getCustomer(sql: Sql, scope: Scope, name: CustomerName): Promise<CustomerObject> {
  const customer = await findCustomer(sql, scope, name)
  if (!customer) {
    const what = 'reference' in name ? 'customer with this client_reference_id' : 'customer'
    throw new Refusal({ code: 'not_found', params: { what } })
  }
  return customer
}
