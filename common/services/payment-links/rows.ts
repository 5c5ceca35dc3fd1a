import type { Row } from '../../../db/define-table.ts'
import { type PaymentLinkObject, paymentLinkProperties } from '../../domain/payment-links/object.ts'
import { type LinkState, linkStatusAt } from '../../domain/payment-links/status.ts'
import { serializerOf } from '../../kit/field.ts'
import { paymentLinkUrl } from '../links/pages.ts'
import type { paymentLinksTable } from './payment-links-table.ts'

export interface PaymentLinkRow extends Row<typeof paymentLinksTable> {}

export const PAYMENT_LINK_SELECT = 'SELECT * FROM payment_links'

const paymentLinkOf = serializerOf(paymentLinkProperties)

export function serializePaymentLink(row: PaymentLinkRow, now: Date): PaymentLinkObject {
  return paymentLinkOf(row, { url: paymentLinkUrl(row.code), status: linkStatusAt(linkStateOf(row), now) })
}

/** Returns the columns that decide a link's status. */
export function linkStateOf(row: PaymentLinkRow): LinkState {
  const { active, ends_at: endsAt, max_sales: maxSales, times_sold: timesSold } = row
  return { active: Boolean(active), endsAt, maxSales, timesSold }
}
