import type { Router } from 'express'
import type { RefundObject } from '../../../common/domain/refunds/object.ts'
import { findPayments } from '../../../common/services/payments/list.ts'
import { searchRefunds } from '../../../common/services/payments/search-refunds.ts'
import { listRefunds } from '../../../common/services/refunds/list.ts'
import type { Sql } from '../../../db/sql.ts'
import { listPage } from '../kit/list.ts'
import { type ListedRefund, refundList, withPayment } from './view.ts'

/** All refunds with their customers, newest first. */
export const refundsPage: Router = listPage<ListedRefund, typeof refundList.filters>({
  ...refundList,
  search: async (sql, scope, wanted, now) => {
    const { items, isCut } = await searchRefunds(sql, scope, wanted)
    return { items: await withPayments(sql, items, now), isCut }
  },
  find: async (sql, scope, query, now) => {
    const page = await listRefunds(sql, scope, query)
    return { ...page, items: await withPayments(sql, page.items, now) }
  },
})

async function withPayments(sql: Sql, refunds: readonly RefundObject[], now: Date): Promise<ListedRefund[]> {
  const ids = Array.from(new Set(refunds.map(({ payment_id: id }) => id)))
  const payments = new Map(
    ids.length === 0 ? [] : (await findPayments(sql, ids, now)).map((payment) => [payment.id, payment]),
  )
  return refunds.map((refund) => withPayment(refund, payments.get(refund.payment_id) ?? null))
}
