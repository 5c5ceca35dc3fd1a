import type { Router } from 'express'
import { listAuditLog } from '../../../common/services/audit-log/list.ts'
import { findNames } from '../../../common/services/audit-log/names.ts'
import { listPage } from '../kit/list.ts'
import { auditList } from './view.ts'

/** The changes of objects, and the person or program behind each, for owners. */
export const auditLogPage: Router = listPage({
  ...auditList,
  needs: 'administer',
  find: async (sql, scope, query) => {
    const page = await listAuditLog(sql, scope, query)
    const names = await findNames(sql, scope, page.items)
    return { ...page, items: page.items.map((entry) => ({ ...entry, names })) }
  },
})
