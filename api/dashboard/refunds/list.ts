import type { Router } from 'express'
import { findPayments } from '../../../common/services/payments/list.ts'
import { searchPayments } from '../../../common/services/payments/search.ts'
import { listRefunds } from '../../../common/services/refunds/list.ts'
import { listPage } from '../kit/list.ts'
import { type ListedRefund, refundList, withPayment } from './look.ts'

/** All refunds with their customers, newest first. */
export const refundsPage: Router = listPage<ListedRefund, typeof refundList.filters>({
  ...refundList,
  // A refund has no text of its own: it is found by its payment.
  search: async (sql, scope, wanted, now) => {
    const payments = await searchPayments(sql, scope, wanted, now)
    return payments.flatMap((payment) => payment.refunds.map((refund) => withPayment(refund, payment)))
  },
  find: async (sql, scope, query, now) => {
    const page = await listRefunds(sql, scope, query)
    const ids = Array.from(new Set(page.items.map(({ payment_id: id }) => id)))
    const payments = new Map((await findPayments(sql, ids, now)).map((payment) => [payment.id, payment]))
    return {
      ...page,
      items: page.items.map((refund) => withPayment(refund, payments.get(refund.payment_id) ?? null)),
    }
  },
})
