import type { Sql } from '../../db/sql.ts'
import type { CheckoutObject } from './object.ts'

/** What the customer need not type again, unless for this checkout it is to be something else. */
export interface KnownContact {
  phone: string | null
  deliveryAddress: Record<string, string> | null
}

const NOTHING: KnownContact = { phone: null, deliveryAddress: null }

/**
 * The phone and the address of the customer for whom the merchant opened a checkout, where it asks for
 * them. Nothing where the customer was only found by an email: whoever typed it into the merchant's
 * shop may be somebody else, and must not read on our page where its owner lives.
 */
export async function knownContact(sql: Sql, checkout: CheckoutObject): Promise<KnownContact> {
  const {
    status,
    phone_number_collection: phone,
    delivery_address_collection: address,
    customer_id: id,
  } = checkout
  if (status !== 'open' || id === null || !(phone || address)) return NOTHING
  const row = await sql.row<{ phone: string | null; delivery_address: string | null }>(
    `SELECT customer.phone, customer.delivery_address
     FROM checkouts checkout JOIN customers customer ON customer.id = checkout.customer_id
     WHERE checkout.id = ? AND checkout.is_customer_named`,
    [checkout.id],
  )
  if (!row) return NOTHING
  const { phone: number, delivery_address: text } = row
  return {
    phone: number,
    deliveryAddress: text === null ? null : (JSON.parse(text) as Record<string, string>),
  }
}
