import { project } from '../../../common/domain/projects/object.ts'
import { publish } from '../../../common/runtime/publish.ts'
import { changeProject } from '../../../common/services/members/change-project.ts'
import { getProject } from '../../../common/services/projects/find.ts'
import { serializeProject } from '../../../common/services/projects/rows.ts'
import { onConnection } from '../../../db/sql.ts'
import { localsOf } from '../../context.ts'
import { type Endpoint, reads, writes } from '../../endpoint.ts'
import { one } from '../../openapi/reply.ts'
import { projectChanges } from './schema.ts'

const update = writes(
  {
    method: 'patch',
    path: '/',
    name: 'updateProject',
    summary: "Update the project's settings",
    description: 'The settings are the same in test and live mode.',
    answers: { 200: one(project) },
    refuses: [],
    body: projectChanges,
  },
  async (tx, request) => ({
    status: 200,
    data: serializeProject(await changeProject(tx, request.scope.project.id, request.draft)),
  }),
)

export const projectEndpoints: Endpoint[] = [
  reads(
    {
      method: 'get',
      path: '/',
      name: 'retrieveProject',
      summary: 'Retrieve the project and its settings',
      answers: { 200: one(project) },
      refuses: [],
    },
    async (request) => ({
      data: serializeProject(await onConnection((sql) => getProject(sql, request.scope.project.id))),
    }),
  ),
  {
    ...update,
    respond: async (request, response) => {
      const answer = await update.respond(request, response)
      publish('project.changed', localsOf(response).scope!.project.id)
      return answer
    },
  },
]
