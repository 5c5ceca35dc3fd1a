import { publish } from '../common/runtime/publish.ts'
import { changeProject } from '../common/services/members/change-project.ts'
import { listMembers } from '../common/services/members/list.ts'
import { serializeProject } from '../common/services/projects/rows.ts'
import { type Command, UsageError } from './command.ts'
import { operate } from './operate.ts'
import { projectText, signInText } from './project-show.ts'
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
  summary: "Change a project's settings; --email makes no owner: see member add",
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
    const { project, owners } = await operate(async (tx) => {
      await projectWithId(tx.sql, id)
      const changed = await changeProject(tx, id, draft)
      const members = await listMembers(tx.sql, id)
      return {
        project: changed,
        owners: members.filter(({ role }) => role === 'owner').map(({ email }) => email),
      }
    })
    publish('project.changed', id)
    const text = projectText(project)
    return {
      json: serializeProject(project),
      text: owners.length > 0 ? text : `${text}\n\n${signInText(project, owners)}`.trimEnd(),
    }
  },
}
