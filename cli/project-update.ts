import { publish } from '../common/runtime/publish.ts'
import { changeProject } from '../common/services/members/change-project.ts'
import { serializeProject } from '../common/services/projects/rows.ts'
import { type Command, UsageError } from './command.ts'
import { operate } from './operate.ts'
import { projectText } from './project-show.ts'
import { projectOptions, typedProjectValues } from './project-values.ts'
import { projectWithId, readId } from './read-id.ts'

/** The same options without defaults: values that are not given stay unchanged. */
const options = Object.fromEntries(
  Object.entries(projectOptions).map(([name, option]) => [
    name,
    { ...option, help: option.help.replace(/; default: [^;]*$/, '') },
  ]),
)

export const projectUpdate: Command = {
  name: 'project update',
  summary: "Change a project's settings",
  operands: ['ID'],
  options,
  async run({ operands, options: given }) {
    if (Object.keys(given).length === 0)
      throw new UsageError([
        'project update needs at least one option to change.',
        'See: bin/tolbor project update --help',
      ])
    const id = readId(operands[0], 'project')
    const draft = await typedProjectValues(given)
    const project = await operate(async (tx) => {
      await projectWithId(tx.sql, id)
      return changeProject(tx, id, draft)
    })
    publish('project.changed', id)
    return { json: serializeProject(project), text: projectText(project) }
  },
}
