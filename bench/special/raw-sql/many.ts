import { Email } from '../../../common/services/emails/emails-table.ts'
import { apiRequestsTable } from '../../../common/services/request-log/api-requests-table.ts'
import { modelOf } from '../../../db/model.ts'
import { writeRows } from '../../../db/rows.ts'
import { ROWS } from './fill.ts'
import { inTransaction } from './in-transaction.ts'
import type { Group } from './types.ts'

const ApiRequest = modelOf(apiRequestsTable)

const ids = Array.from({ length: ROWS.emails }, (_, index) => index + 1)
const NEW_ROWS = 100

/** Returns the requests that are inserted together. */
function requests(projectId: number, number: number) {
  return Array.from({ length: NEW_ROWS }, (_, index) => ({
    ...{ projectId, isTest: true, tokenId: 1, requestId: `request-${number}-${index}`, method: 'POST' },
    ...{ path: '/v1/projects/1/checkouts', status: 201, isFailed: false, durationMs: 12 },
    createdAt: new Date(),
  }))
}

/** Changes and inserts 100 rows at once, as erasures and logs do. */
export const many: readonly Group[] = [
  {
    work: 'update 100 rows',
    times: 10,
    ways: [
      {
        name: 'raw SQL',
        run: ({ project }, number) =>
          inTransaction(({ sql, now }) =>
            sql.run('UPDATE emails SET words = ?, updated_at = ? WHERE project_id = ? AND id IN (?)', [
              ...[JSON.stringify({ number }), now],
              ...[project.id, ids],
            ]),
          ),
      },
      {
        name: 'Model.update',
        run: ({ project }, number) =>
          inTransaction(({ transaction, now }) =>
            Email.update(
              { words: { number }, updatedAt: now },
              { where: { projectId: project.id, id: ids }, transaction },
            ),
          ),
      },
      {
        name: 'each row: findAll with lock, row.update',
        run: ({ project }, number) =>
          inTransaction(async ({ transaction, now }) => {
            const where = { projectId: project.id, id: ids }
            for (const row of await Email.findAll({ where, lock: true, transaction }))
              await row.update({ words: { number }, updatedAt: now }, { transaction })
          }),
      },
    ],
  },
  {
    work: 'insert 100 rows',
    times: 10,
    ways: [
      {
        name: 'raw SQL (writeRows)',
        run: ({ project }, number) =>
          inTransaction(({ sql }) =>
            writeRows(
              sql,
              'api_requests',
              requests(project.id, number).map((row) => ({
                ...{ project_id: row.projectId, is_test: row.isTest, token_id: row.tokenId },
                ...{ request_id: row.requestId, method: row.method, path: row.path, status: row.status },
                ...{ is_failed: row.isFailed, duration_ms: row.durationMs, created_at: row.createdAt },
              })),
            ),
          ),
      },
      {
        name: 'Model.bulkCreate',
        run: ({ project }, number) =>
          inTransaction(({ transaction }) =>
            ApiRequest.bulkCreate(requests(project.id, number), { transaction }),
          ),
      },
      {
        name: 'each row: Model.create',
        run: ({ project }, number) =>
          inTransaction(async ({ transaction }) => {
            for (const row of requests(project.id, number)) await ApiRequest.create(row, { transaction })
          }),
      },
    ],
  },
]
