import type { Sql } from '../../../db/sql.ts'
import type { Picture } from '../../domain/images/picture.ts'
import { checkoutItem, initialChoice } from '../../domain/payment-links/items.ts'
import type { PaymentLinkItem } from '../../domain/payment-links/object.ts'
import { Problems } from '../../kit/refusal.ts'
import { type PricedItem, priceItems } from '../checkouts/price-items.ts'
import { findPicturesOf } from '../images/find-pictures.ts'
import type { PaymentLink } from '../payment-links/payment-links-table.ts'
import type { Scope } from '../projects/project.ts'

/** An item of a link with its current price. */
export interface OfferedItem {
  item: PaymentLinkItem
  priced: PricedItem
}

/** Returns the items of a link at their current prices; null if one of them is no longer sold. */
export async function offerOfLink(
  sql: Sql,
  scope: Scope,
  { items }: PaymentLink,
): Promise<OfferedItem[] | null> {
  const problems = new Problems()
  const requested = items.map((item) => checkoutItem(item, initialChoice(item)))
  const priced = await priceItems(sql, scope, requested, problems)
  const isSold =
    !problems.has('items') && priced.every(({ recurring }) => recurring === null || recurring.active)
  return isSold ? priced.map((one, index) => ({ item: items[index]!, priced: one })) : null
}

/** Returns the pictures of the items of an offer, by position. */
export function picturesOfOffer(
  sql: Sql,
  { project, isTest }: Scope,
  offer: readonly OfferedItem[],
): Promise<(Picture | null)[]> {
  const owner = { projectId: project.id, isTest }
  return findPicturesOf(
    sql,
    owner,
    offer.map(({ priced }) => priced),
  )
}
