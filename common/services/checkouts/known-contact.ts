import type { Sql } from '../../../db/sql.ts'
import type { CheckoutObject } from '../../domain/checkouts/object.ts'

/** Contact details that the customer need not type again. They can still change them for this checkout. */
export interface KnownContact {
  phone: string | null
  /** Their last delivery address, with their own name if it has none. A customer without an address has only the name. */
  deliveryAddress: Record<string, string> | null
}

const NOTHING: KnownContact = { phone: null, deliveryAddress: null }

/**
 * Returns the name, phone and address of the customer that the merchant named for a checkout, if the checkout asks for
 * them. Returns nothing if the customer was only matched by email: another person may have typed that email, and must
 * not see the owner's address.
 */
export async function knownContact(sql: Sql, checkout: CheckoutObject): Promise<KnownContact> {
  const {
    status,
    phone_number_collection: phone,
    delivery_address_collection: address,
    customer_id: id,
  } = checkout
  if (status !== 'open' || id === null || !(phone || address)) return NOTHING
  const row = await sql.row<{ name: string | null; phone: string | null; delivery_address: string | null }>(
    `SELECT customer.name, customer.phone, customer.delivery_address
     FROM checkouts checkout JOIN customers customer ON customer.id = checkout.customer_id
     WHERE checkout.id = ? AND checkout.is_customer_named`,
    [checkout.id],
  )
  if (!row) return NOTHING
  const { name, phone: number, delivery_address: text } = row
  const stored = text === null ? null : (JSON.parse(text) as Record<string, string>)
  return { phone: number, deliveryAddress: name === null ? stored : { name, ...stored } }
}
