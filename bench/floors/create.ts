import { randomBytes, randomUUID } from 'node:crypto'
import type { ResultSetHeader } from 'mysql2'
import { inTransaction } from './mysql.ts'

const TWO_MONTHS = 61 * 86_400_000

export interface Body {
  items: { price: string; quantity: number }[]
  client_reference_id: string
  success_url: string
  cancel_url: string
}

interface Price {
  id: number
  lookup_key: string
  unit_amount: number
  product_id: number
  name: string
  client_reference_id: string | null
}

const PRICES = `SELECT price.id, price.lookup_key, price.unit_amount, price.type, price.active AND product.active AS active,
    product.id AS product_id, product.name, product.client_reference_id
  FROM prices price JOIN products product ON product.id = price.product_id
  WHERE price.project_id = ? AND price.is_test = ? AND price.lookup_key IN (?)`

/** Creates a checkout with items, timer and audit entry in one transaction. With a key, it stores the response under that. */
export async function create(
  base: string,
  projectId: number,
  body: Body,
  key: string | undefined,
): Promise<string> {
  return inTransaction(async (query) => {
    const now = new Date()
    const expiresAt = new Date(now.getTime() + TWO_MONTHS)
    const token = randomBytes(16).toString('base64url')
    const wanted = body.items.map(({ price }) => price)
    const prices = await query<Price[]>(PRICES, [projectId, true, wanted])
    const items = body.items.map(({ price: lookupKey, quantity }) => {
      const price = prices.find((row) => row.lookup_key === lookupKey)!
      return { price, quantity, amount: price.unit_amount * quantity }
    })
    const total = items.reduce((sum, { amount }) => sum + amount, 0)
    const { insertId: id } = await query<ResultSetHeader>(
      `INSERT INTO checkouts (project_id, is_test, token, status, mode, currency, amount_subtotal, amount_total,
         client_reference_id, customer_id, customer_email, is_guest, discounts, email_collection, phone_number_collection,
         delivery_address_collection, allow_promotion_codes, custom_fields, locale, success_url, cancel_url,
         metadata, expires_at, created_at, updated_at) VALUES (?)`,
      [
        [projectId, true, token, 'open', 'payment', 'MNT', total, total, body.client_reference_id, null, null, true, null,
          true, false, false, false, null, 'auto', body.success_url, body.cancel_url, null, expiresAt, now, now],
      ],
    ) // prettier-ignore
    await query(
      `INSERT INTO checkout_items (project_id, checkout_id, price_id, product_id, name, product_client_reference_id,
         lookup_key, quantity, unit_amount, amount_subtotal, amount_total, adjustable_min, adjustable_max) VALUES ?`,
      [
        items.map(({ price, quantity, amount }) => [
          projectId, id, price.id, price.product_id, price.name, price.client_reference_id,
          price.lookup_key, quantity, price.unit_amount, amount, amount, null, null,
        ]),
      ],
    ) // prettier-ignore
    await query(
      'INSERT INTO timers (project_id, kind, queue, subject_id, due_at, test_clock_id, request_id) VALUES (?)',
      [[projectId, 'checkout.expire', 'lifecycle', id, expiresAt, null, randomUUID()]],
    )
    await query(
      `INSERT INTO audit_log (project_id, is_test, actor, actor_id, operation, object, object_id, \`change\`,
         ip_address, request_id, created_at) VALUES (?)`,
      [
        [
          projectId,
          true,
          'token',
          1,
          'createCheckout',
          'checkout',
          id,
          'created',
          '127.0.0.1',
          randomUUID(),
          now,
        ],
      ],
    )
    const response = JSON.stringify({ data: { id, url: `${base}/checkout/${id}/${token}` } })
    if (key !== undefined)
      await query(
        `INSERT INTO idempotency_keys (project_id, is_test, idempotency_key, request_hash, status, answer, created_at)
         VALUES (?)`,
        [[projectId, true, key, Buffer.alloc(32), 201, Buffer.from(response), now]],
      )
    return response
  })
}
