import type { CustomerChanges } from '../../domain/customers/input.ts'
import type { CustomerObject } from '../../domain/customers/object.ts'
import type { SubscriptionObject } from '../../domain/subscriptions/object.ts'
import { canonicalEmail } from '../../kit/email.ts'
import { readMetadata } from '../../kit/metadata.ts'
import { iso } from '../../kit/time.ts'

export const CUSTOMER_SELECT =
  'SELECT id, project_id, is_test, name, email, phone, client_reference_id, metadata, test_clock_id, link_version, created_at, updated_at FROM customers'

export const OWN_CUSTOMER = 'project_id = ? AND is_test = ? AND deleted_at IS NULL'

export interface CustomerRow {
  id: number
  project_id: number
  is_test: number
  name: string | null
  email: string | null
  phone: string | null
  client_reference_id: string | null
  metadata: string | null
  test_clock_id: number | null
  link_version: number
  created_at: Date
  updated_at: Date
}

export function serializeCustomer(row: CustomerRow, subscriptions: SubscriptionObject[]): CustomerObject {
  return {
    id: row.id,
    project_id: row.project_id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    client_reference_id: row.client_reference_id,
    metadata: readMetadata(row.metadata),
    is_test: Boolean(row.is_test),
    test_clock_id: row.test_clock_id,
    subscriptions,
    created_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
  }
}

/**
 * Returns the column values for these fields. `email_key` holds the address in a form that is compared without case.
 */
export function toCustomerColumns(given: CustomerChanges) {
  const { name, email, phone, client_reference_id, metadata } = given
  return {
    name,
    email,
    email_key: email == null ? email : canonicalEmail(email),
    phone,
    client_reference_id,
    metadata: metadata ? JSON.stringify(metadata) : metadata,
  }
}

/**
 * Returns the new link version if the address changes: links in emails to the former address must stop working,
 * because it may belong to another person now.
 */
export function linksAfter(
  before: CustomerRow,
  { email }: { email: string | null | undefined },
): { link_version?: number } {
  const isSame = email === undefined || email === before.email || before.email === null
  return isSame ? {} : { link_version: before.link_version + 1 }
}
