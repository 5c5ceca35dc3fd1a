import type { Router } from 'express'
import { findRequest } from '../../../common/services/request-log/find.ts'
import { findRequestsById, listRequests } from '../../../common/services/request-log/list.ts'
import { onConnection } from '../../../db/sql.ts'
import { detailPage } from '../kit/detail.ts'
import { listPage } from '../kit/list.ts'
import { requestDetail, requestList } from './view.ts'

/** The API requests of the last seven days, and the search by request id. */
export const apiRequestsPage: Router = listPage({
  ...requestList,
  find: (sql, scope, { result, ...query }) =>
    listRequests(sql, scope, { ...query, ...(result && { is_failed: result === 'failed' }) }),
  search: async (sql, scope, { text }) => ({
    items: await findRequestsById(sql, scope, text),
    isCut: false,
  }),
})

/** An API request. */
export const apiRequestPage: Router = detailPage({
  ...requestDetail,
  find: ({ scope }, id) => onConnection((sql) => findRequest(sql, scope, id)),
})
