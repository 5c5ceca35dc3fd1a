import { expect } from 'chai'
import type { Response } from 'supertest'
import { onConnection } from '../../../db/sql.ts'
import { givenCheckout } from './checkout.ts'
import { type Merchant, tea } from './merchant.ts'

/** Creates a checkout of tea for 25,000 whose page accepts promotion codes. */
export function givenOrder(shop: Merchant, more: object = {}) {
  return givenCheckout(shop, { ...tea(), allow_promotion_codes: true, ...more })
}

/** Returns the error that a page shows at a field, or null. */
export function saidAt(page: Response, id: string): string | null {
  const found = new RegExp(`<p class="error" id="${id}-error">([^<]*)</p>`).exec(page.text)
  return found?.[1] ?? null
}

/** Returns the error that a page shows at the field for codes, or null. */
export function saidOfCode(page: Response): string | null {
  return saidAt(page, 'promotion_code')
}

/** Returns how often a code was redeemed, and how many payments in progress have reserved it. */
export async function usesOf(codeId: number): Promise<{ redeemed: number; reserved: number }> {
  const row = await onConnection((sql) =>
    sql.row<{ redeemed: number; reserved: number }>(
      'SELECT times_redeemed AS redeemed, times_reserved AS reserved FROM promotion_codes WHERE id = ?',
      [codeId],
    ),
  )
  return { ...row! }
}

/** Checks that the page was shown again without a payment, and that its button has this total. */
export function expectUnpaid(page: Response, total: string): void {
  expect(page.status).to.equal(422)
  expect(page.text).to.contain(total)
}
