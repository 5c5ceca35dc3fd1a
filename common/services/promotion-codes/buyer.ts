import { find } from '../../../db/save.ts'
import type { Tx } from '../../../db/transaction.ts'
import { canonicalEmail, emailForms } from '../../kit/email.ts'
import { Customer } from '../customers/customers-table.ts'

/** The person who uses a code, for the limit per customer. */
export interface Buyer {
  /** Key of the redemption: customer id, guest's email address, or else the checkout. */
  redeemer: string
  /** Email address of the order, in canonical form. */
  email: string | null
  /** Every key under which the same buyer may have redeemed before. */
  names: readonly string[]
  /** Every spelling of all their email addresses. */
  emails: readonly string[]
}

interface Order {
  id: number
  projectId: number
  isTest: boolean
  customerId: number | null
  customerEmail: string | null
}

/** Upper limit of customers that share one email address. */
const MOST_NAMESAKES = 100

/**
 * Identifies the buyer of an order. All customers and guests with the same email address count as one.
 */
export async function buyerOf(tx: Tx, order: Order): Promise<Buyer> {
  const { id, projectId, customerId, customerEmail } = order
  const customer = customerId === null ? null : await find(tx.sql, Customer, { projectId, id: customerId })
  const own = customer?.email ?? null
  const orderEmail = customerEmail ?? own
  const emails = [
    ...new Set([customerEmail, own].flatMap((email) => (email === null ? [] : emailForms(email)))),
  ]
  const customers = new Set(await customersWith(tx, order, emails))
  if (customerId !== null) customers.add(customerId)
  const redeemer =
    customerId !== null
      ? byId(customerId)
      : customerEmail !== null
        ? byEmail(canonicalEmail(customerEmail))
        : `checkout ${id}`
  return {
    redeemer,
    email: orderEmail === null ? null : canonicalEmail(orderEmail),
    names: [...new Set([redeemer, ...[...customers].map(byId), ...emails.map(byEmail)])],
    emails,
  }
}

function byId(customerId: number): string {
  return `customer ${customerId}`
}

function byEmail(email: string): string {
  return `email ${email}`
}

async function customersWith(
  tx: Tx,
  { projectId, isTest }: Order,
  emails: readonly string[],
): Promise<number[]> {
  if (emails.length === 0) return []
  const rows = await tx.sql.rows<{ id: number }>(
    `SELECT id FROM customers WHERE project_id = ? AND is_test = ? AND email_key IN (?) AND deleted_at IS NULL
     LIMIT ${MOST_NAMESAKES}`,
    [projectId, isTest, emails],
  )
  return rows.map(({ id }) => id)
}
