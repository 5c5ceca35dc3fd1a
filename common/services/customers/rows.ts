import { columnsOf } from '../../../db/columns.ts'
import { type BuyerObject, buyerProperties } from '../../domain/customers/buyer.ts'
import {
  type CustomerChanges,
  type CustomerObject,
  customerProperties,
} from '../../domain/customers/object.ts'
import type { SubscriptionObject } from '../../domain/subscriptions/object.ts'
import { canonicalEmail } from '../../kit/email.ts'
import { changedColumns, fieldNames, type FieldRow, serializerOf } from '../../kit/field.ts'
import type { FieldChange } from '../../kit/field-changes.ts'

export const CUSTOMER_SELECT = `SELECT ${fieldNames(customerProperties).join(', ')}, link_version FROM customers`

export const OWN_CUSTOMER = 'project_id = ? AND is_test = ? AND deleted_at IS NULL'

export interface CustomerRow extends FieldRow<typeof customerProperties> {
  link_version: number
}

const customerOf = serializerOf(customerProperties)

export function serializeCustomer(row: CustomerRow, subscriptions: SubscriptionObject[]): CustomerObject {
  return customerOf(row, { subscriptions })
}

/** The columns of `customers buyer` that `serializeBuyer` reads. */
export const BUYER_COLUMNS = columnsOf('buyer', fieldNames(buyerProperties))

export interface BuyerRow extends FieldRow<typeof buyerProperties, 'buyer_'> {}

const buyerOf = serializerOf(buyerProperties, 'buyer_')

/** Converts the columns of a customer in a joined row. */
export function serializeBuyer(row: BuyerRow, id: number): BuyerObject {
  return buyerOf(row, { id })
}

type CustomerColumns = ReturnType<typeof toCustomerColumns>

/**
 * Returns the column values for these fields. `email_key` holds the address in a form that is compared without case.
 */
export function toCustomerColumns(given: CustomerChanges) {
  const { email } = given
  return {
    ...changedColumns(customerProperties, given),
    ...(email !== undefined && { email_key: email === null ? null : canonicalEmail(email) }),
  }
}

/** Returns the fields whose values these columns change. Without the values: an erasure does not reach the audit log. */
export function changedFields(row: CustomerRow, columns: CustomerColumns): FieldChange[] {
  const [was, is] = [row, columns] as Record<string, unknown>[]
  return fieldNames(customerProperties)
    .filter((field) => is![field] !== undefined && is![field] !== was![field])
    .map((field) => ({ field }))
}

/**
 * Returns the new link version if the address changes: links in emails to the former address must stop working,
 * because it may belong to another person now.
 */
export function linksAfter(
  before: CustomerRow,
  { email }: { email?: string | null },
): { link_version?: number } {
  const isSame = email === undefined || email === before.email || before.email === null
  return isSame ? {} : { link_version: before.link_version + 1 }
}
