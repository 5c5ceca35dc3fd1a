import type { Sql } from '../../db/sql.ts'
import { picturesBy } from '../images/find-pictures.ts'
import type { Picture } from '../images/rules/picture.ts'
import { Refusal } from '../kit/refusal.ts'
import type { Scope } from '../projects/project.ts'
import type { CheckoutObject } from './object.ts'
import { oneCheckout, serializeCheckout } from './rows.ts'
import { mayStartAgain } from './rules/status.ts'

const BY_ID = oneCheckout('checkout.project_id = ? AND checkout.is_test = ? AND checkout.id IN (?)')

/** The checkout `id` of this project and mode as the API answers it, or null. */
export async function findCheckout(
  sql: Sql,
  scope: Scope,
  id: number,
  now: Date,
): Promise<CheckoutObject | null> {
  const rows = await sql.oftenOf(id, BY_ID, [scope.project.id, scope.isTest])
  return serializeCheckout(rows, now)
}

/** As `findCheckout`; where there is none: 404. */
export async function getCheckout(sql: Sql, scope: Scope, id: number, now: Date): Promise<CheckoutObject> {
  const checkout = await findCheckout(sql, scope, id, now)
  if (!checkout) throw new Refusal({ code: 'not_found', params: { what: 'checkout' } })
  return checkout
}

/** What the page of a checkout shows. */
export interface CheckoutPage {
  found: CheckoutObject
  /** The time at which it is shown: a test clock's, or real time. */
  now: Date
  /** By item. */
  pictures: Map<number, Picture>
  /** Whether it may be bought once more when it has expired: not what the merchant took back. */
  mayStartAgain: boolean
  /** Whether anybody has begun to pay. */
  wasTried: boolean
}

/** Whether anybody has begun to pay: most pages are looked at before that, and need no look for a payment. */
const WAS_TRIED =
  "IF(EXISTS (SELECT 1 FROM payments WHERE payable_type = 'checkout' AND payable_id = checkout.id), 1, 0)"

const BY_ADDRESS = oneCheckout<{ was_tried: number }>('checkout.id = ? AND checkout.token = ?', [
  ['was_tried', WAS_TRIED],
])

/**
 * The checkout behind a page's address, with the time at which it is shown and the pictures of its
 * items, or null: a wrong token is the same as a wrong id.
 */
export async function findCheckoutPage(
  sql: Sql,
  id: number,
  token: string,
  now: Date,
): Promise<CheckoutPage | null> {
  const rows = await sql.often(BY_ADDRESS, [id, token])
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
    mayStartAgain: mayStartAgain(rows[0]!.closed_by),
    wasTried: Boolean(rows[0]!.was_tried),
  }
}
