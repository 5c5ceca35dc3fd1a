import type { Router } from 'express'
import { listPayments } from '../../../common/services/payments/list.ts'
import { listPaidPayments } from '../../../common/services/payments/list-paid.ts'
import { searchPayments } from '../../../common/services/payments/search.ts'
import { listPage } from '../kit/list.ts'
import { paymentList } from './view.ts'

/** All payments, with the filters of the API; or the paid ones by the day on which they were paid, as Home counts them. */
export const paymentsPage: Router = listPage({
  ...paymentList,
  find: (sql, scope, { status, days_of: daysOf, ...query }, now) => {
    if (daysOf === undefined)
      return listPayments(sql, scope, { ...query, ...(status && { status: [status] }) }, now)
    const { 'created[gte]': from, 'created[lt]': until, method, customer_id, amount, before, limit } = query
    const days = { ...(from && { 'paid[gte]': from }), ...(until && { 'paid[lt]': until }) }
    return listPaidPayments(sql, scope, { ...days, status, method, customer_id, amount, before, limit }, now)
  },
  search: searchPayments,
})
