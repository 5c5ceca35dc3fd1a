import type { Sql } from '../../../db/sql.ts'
import type { CheckoutObject } from '../../domain/checkouts/object.ts'
import type { CheckoutClosedBy } from '../../domain/checkouts/status.ts'
import type { Picture } from '../../domain/images/picture.ts'
import { Refusal } from '../../kit/refusal.ts'
import { picturesBy } from '../images/find-pictures.ts'
import type { Scope } from '../projects/project.ts'
import { oneCheckout, serializeCheckout } from './rows.ts'

const BY_ID = oneCheckout('checkout.project_id = ? AND checkout.is_test = ? AND checkout.id IN (?)')

/** Returns the checkout `id` of this project and mode as the API shows it, or null. */
export async function findCheckout(
  sql: Sql,
  scope: Scope,
  id: number,
  now: Date,
): Promise<CheckoutObject | null> {
  const rows = await sql.rows(BY_ID, [scope.project.id, scope.isTest, id], { combine: 'subject' })
  return serializeCheckout(rows, now)
}

/** Returns the same as `findCheckout`, but throws a 404 if there is no such checkout. */
export async function getCheckout(sql: Sql, scope: Scope, id: number, now: Date): Promise<CheckoutObject> {
  const checkout = await findCheckout(sql, scope, id, now)
  if (!checkout) throw new Refusal({ code: 'not_found', params: { what: 'checkout' } })
  return checkout
}

/** The data that the page of a checkout shows. */
export interface CheckoutPage {
  found: CheckoutObject
  /** The time of the page: a test clock's time, or real time. */
  now: Date
  /** Pictures by item id. */
  pictures: Map<number, Picture>
  /** Why it was closed before its time; null if it was not. */
  closedBy: CheckoutClosedBy | null
  /** Whether a payment was ever started. */
  wasTried: boolean
  /** The text of its payment link for customers who have paid. */
  thankYouText: string | null
}

/** Null before the first payment. Most pages are viewed then, and need no query for it. EXISTS would take MariaDB 10 µs more. */
const LAST_PAYMENT_ID =
  "(SELECT MAX(id) FROM payments WHERE payable_type = 'checkout' AND payable_id = checkout.id)"

const BY_ADDRESS = oneCheckout<{ last_payment_id: number | null; thank_you_text: string | null }>(
  'checkout.id = ? AND checkout.token = ?',
  [
    ['last_payment_id', LAST_PAYMENT_ID],
    ['thank_you_text', 'checkout.thank_you_text'],
  ],
)

/** Returns the data of a checkout's page, or null. A wrong token gives the same result as a wrong id. */
export async function findCheckoutPage(
  sql: Sql,
  id: number,
  token: string,
  now: Date,
): Promise<CheckoutPage | null> {
  const rows = await sql.rows(BY_ADDRESS, [id, token])
  const found = serializeCheckout(rows, now)
  if (!found) return null
  const items = rows.map((row) => ({
    id: row.item_id ?? 0,
    picture: row.item_picture ?? row.product_picture,
  }))
  return {
    found,
    now: rows[0]?.clock_time ?? now,
    pictures: picturesBy(found.project_id, items),
    closedBy: rows[0]!.closed_by,
    wasTried: rows[0]!.last_payment_id !== null,
    thankYouText: rows[0]!.thank_you_text,
  }
}
