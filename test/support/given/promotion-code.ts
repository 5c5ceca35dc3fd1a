import { expect } from 'chai'
import type { Response } from 'supertest'
import { onConnection } from '../../../db/sql.ts'
import { givenCheckout } from './checkout.ts'
import { type Merchant, tea } from './merchant.ts'

/** A checkout of tea for 25 000 on whose page codes can be entered. */
export function givenOrder(shop: Merchant, more: object = {}) {
  return givenCheckout(shop, { ...tea(), allow_promotion_codes: true, ...more })
}

/** What a page says at one of its fields. */
export function saidAt(page: Response, id: string): string | null {
  const found = new RegExp(`<p class="error" id="${id}-error">([^<]*)</p>`).exec(page.text)
  return found?.[1] ?? null
}

/** What a page says at the field for codes; null where it says nothing. */
export function saidOfCode(page: Response): string | null {
  return saidAt(page, 'promotion_code')
}

/** How often a code was used, and for how many payments under way it is kept. */
export async function usesOf(codeId: number): Promise<{ redeemed: number; reserved: number }> {
  const row = await onConnection((sql) =>
    sql.row<{ redeemed: number; reserved: number }>(
      'SELECT times_redeemed AS redeemed, times_reserved AS reserved FROM promotion_codes WHERE id = ?',
      [codeId],
    ),
  )
  return { ...row! }
}

/** The page came again: nothing was paid, and the total on its button is this one. */
export function expectUnpaid(page: Response, total: string): void {
  expect(page.status).to.equal(422)
  expect(page.text).to.contain(total)
}
