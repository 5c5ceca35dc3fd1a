import type { Router } from 'express'
import { listPayments } from '../../../common/services/payments/list.ts'
import { searchPayments } from '../../../common/services/payments/search.ts'
import { listPage } from '../kit/list.ts'
import { paymentList } from './view.ts'

/** All payments, with the filters of the API. */
export const paymentsPage: Router = listPage({
  ...paymentList,
  find: (sql, scope, { status, ...query }, now) =>
    listPayments(sql, scope, { ...query, ...(status && { status: [status] }) }, now),
  search: searchPayments,
})
