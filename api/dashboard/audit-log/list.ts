import type { Router } from 'express'
import { listAuditLog } from '../../../common/services/audit-log/list.ts'
import { listPage } from '../kit/list.ts'
import { auditList } from './look.ts'

/** The changes of objects, and the person or program behind each, for owners. */
export const auditLogPage: Router = listPage({
  ...auditList,
  needs: 'administer',
  find: (sql, scope, query) => listAuditLog(sql, scope, query),
})
