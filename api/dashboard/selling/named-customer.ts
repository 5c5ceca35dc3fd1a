import type { CustomerObject } from '../../../common/domain/customers/object.ts'
import { findCustomer } from '../../../common/services/customers/find.ts'
import type { Scope } from '../../../common/services/projects/project.ts'
import type { Sql } from '../../../db/sql.ts'
import { idOf } from '../../context.ts'

/**
 * Finds the customer whom the address of a form names in `customer_id`. Returns `none` if it names no one, and null if that
 * customer does not exist, such as after being erased: what the form creates must then not become someone else's.
 */
export async function namedCustomer(
  sql: Sql,
  scope: Scope,
  { customer_id: given }: Readonly<Record<string, unknown>>,
): Promise<CustomerObject | 'none' | null> {
  if (given === undefined) return 'none'
  const id = idOf(given as string)
  return id === null ? null : findCustomer(sql, scope, { id })
}
