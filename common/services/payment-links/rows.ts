import type { Row } from '../../../db/define-table.ts'
import { type PaymentLinkObject, paymentLinkProperties } from '../../domain/payment-links/object.ts'
import { linkStatusAt } from '../../domain/payment-links/status.ts'
import { serializerOf } from '../../kit/field.ts'
import { paymentLinkUrl } from '../links/pages.ts'
import type { paymentLinksTable } from './payment-links-table.ts'

export interface PaymentLinkRow extends Row<typeof paymentLinksTable> {}

const paymentLinkOf = serializerOf(paymentLinkProperties)

export function serializePaymentLink(row: PaymentLinkRow, now: Date): PaymentLinkObject {
  const { active, ends_at: endsAt, max_sales: maxSales, times_sold: timesSold } = row
  const status = linkStatusAt({ active: Boolean(active), endsAt, maxSales, timesSold }, now)
  return paymentLinkOf(row, { url: paymentLinkUrl(row.code), status })
}
