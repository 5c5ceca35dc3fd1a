import { Refusal } from '../../../common/kit/refusal.ts'
import { projectChanged } from '../../../common/projects/follow-changes.ts'
import { readProject } from '../../../common/projects/find-project.ts'
import { presentProject } from '../../../common/projects/present-project.ts'
import { updateProject } from '../../../common/projects/update-project.ts'
import { read } from '../../../db/sql.ts'
import { localsOf } from '../../context.ts'
import { reads, writes } from '../../endpoint.ts'
import type { Endpoint } from '../../endpoint.ts'
import { one } from '../../openapi/shape.ts'
import { project } from '../../openapi/shapes/project.ts'
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
    data: presentProject(await updateProject(tx, request.project.id, request.draft)),
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
    async (request) => {
      const project = await read((sql) => readProject(sql, request.project.id))
      if (!project) throw new Refusal({ code: 'not_found', words: { what: 'project' } })
      return { data: presentProject(project) }
    },
  ),
  {
    ...update,
    respond: async (request, response) => {
      const answer = await update.respond(request, response)
      projectChanged(localsOf(response).scope!.project.id)
      return answer
    },
  },
]
