import Joi from 'joi'
import { AUDITED_OBJECTS } from '../../../common/domain/audit-log/audited.ts'
import { ACTORS, auditEntry } from '../../../common/domain/audit-log/object.ts'
import { type AuditFilter, listAuditLog } from '../../../common/services/audit-log/list.ts'
import { readList } from '../../../db/replica.ts'
import { type Endpoint, reads } from '../../endpoint.ts'
import { queryId } from '../../fields.ts'
import { listOf } from '../../openapi/reply.ts'
import { listAnswer, listQuery } from '../../page.ts'

const query = listQuery<AuditFilter>({
  object: Joi.string()
    .valid(...AUDITED_OBJECTS)
    .description('Only changes of this kind of object.'),
  object_id: queryId().description('Only changes of the object with this id; use it with `object`.'),
  actor: Joi.string()
    .valid(...ACTORS)
    .description('Only changes by this kind of actor.'),
  actor_id: queryId().description('Only changes by this member or token; use it with `actor`.'),
})

export const auditLogEndpoints: Endpoint[] = [
  reads(
    {
      method: 'get',
      path: '/audit-log',
      name: 'listAuditLog',
      summary: 'List the audit log',
      description:
        'Who changed what, when, and from where: one entry for each object that a request, a command, a page or a job changed. Entries are never changed, and are kept for two years. Settings of the project, its members and its live tokens are listed in live mode.',
      answers: { 200: listOf(auditEntry) },
      refuses: ['unsupported_filter_combination'],
      paths: { unsupported_filter_combination: 'object' },
      query,
    },
    async (request) => {
      const filter = request.query()
      return listAnswer(request, await readList(filter, (sql) => listAuditLog(sql, request.scope, filter)))
    },
  ),
]
