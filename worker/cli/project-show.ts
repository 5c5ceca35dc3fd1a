import { listProjects } from '../../common/projects/list-projects.ts'
import { presentProject } from '../../common/projects/present-project.ts'
import type { Project } from '../../common/projects/project.ts'
import { read } from '../../db/sql.ts'
import type { Command } from './command.ts'
import { columns, record } from './print.ts'
import { projectWithId, readId } from './read-id.ts'

export const projectList: Command = {
  name: 'project list',
  summary: 'List the projects',
  async run() {
    const projects = await read(listProjects)
    const rows = projects.map(({ id, name, currency, timezone, plan }) => [
      `${id}`,
      name,
      currency,
      timezone,
      plan,
    ])
    return {
      json: projects.map(presentProject),
      text:
        rows.length === 0
          ? 'There is no project yet.'
          : columns([['ID', 'NAME', 'CURRENCY', 'TIME ZONE', 'PLAN'], ...rows]),
    }
  },
}

export const projectShow: Command = {
  name: 'project show',
  summary: "Show a project's settings",
  operands: ['ID'],
  async run({ operands: [id] }) {
    const project = await read((sql) => projectWithId(sql, readId(id, 'project')))
    return { json: presentProject(project), text: projectText(project) }
  },
}

export function projectText(project: Project): string {
  const { payment_methods: methods, ...fields } = presentProject(project)
  const { enabled, bank_name: bank, account_number: number, account_holder: holder } = methods.bank_transfer
  const transfer = enabled ? `${bank}, ${number}, ${holder}` : 'off'
  return record({ ...fields, bank_transfer: transfer })
}
