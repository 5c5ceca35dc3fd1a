import type { Router } from 'express'
import { listRefunds } from '../../../common/services/refunds/list.ts'
import { listPage } from '../kit/list.ts'
import { refundList } from './look.ts'

/** All refunds, newest first. */
export const refundsPage: Router = listPage({
  ...refundList,
  find: (sql, scope, query) => listRefunds(sql, scope, query),
})
