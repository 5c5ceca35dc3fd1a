import { project } from '../../../common/domain/projects/object.ts'
import { atomically } from '../../../common/runtime/atomically.ts'
import { publish } from '../../../common/runtime/publish.ts'
import { shrinkUpload } from '../../../common/services/images/shrink-upload.ts'
import { changeProject } from '../../../common/services/members/change-project.ts'
import { getProject } from '../../../common/services/projects/find.ts'
import { setLogo } from '../../../common/services/projects/logo.ts'
import { serializeProject } from '../../../common/services/projects/rows.ts'
import { onConnection } from '../../../db/sql.ts'
import { localsOf } from '../../context.ts'
import { type Endpoint, reads, takesFile, writes } from '../../endpoint.ts'
import { one } from '../../openapi/reply.ts'
import { PICTURE_BODY, PICTURE_FILE } from '../picture-file.ts'
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

const upload = takesFile(
  {
    method: 'post',
    path: '/logo',
    name: 'uploadProjectLogo',
    summary: "Upload the project's logo",
    description: `${PICTURE_BODY} Pages and emails of both modes show it from then on, and \`logo_url\` is its address. To remove it, update the project with \`logo_url: null\`.`,
    answers: { 200: one(project) },
    refuses: [],
    file: PICTURE_FILE,
  },
  async (request, file) => {
    const { id } = request.scope.project
    const image = await shrinkUpload(file, 'project')
    return { data: serializeProject(await atomically((tx) => setLogo(tx, id, image))), isFinal: true }
  },
)

/** Makes every process read the project again after an endpoint has changed it. */
function announced(endpoint: Endpoint): Endpoint {
  return {
    ...endpoint,
    respond: async (request, response) => {
      const answer = await endpoint.respond(request, response)
      publish('project.changed', localsOf(response).scope!.project.id)
      return answer
    },
  }
}

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
  announced(update),
  announced(upload),
]
