import { config } from '../common/runtime/config.ts'
import { listProjects } from '../common/services/projects/find.ts'
import type { Project } from '../common/services/projects/project.ts'
import { serializeProject } from '../common/services/projects/rows.ts'
import { onConnection } from '../db/sql.ts'
import type { Command } from './command.ts'
import { columns, record } from './print.ts'
import { projectWithId, readId } from './read-id.ts'

export const projectList: Command = {
  name: 'project list',
  summary: 'List the projects',
  async run() {
    const projects = await onConnection(listProjects)
    const rows = projects.map(({ id, name, currency, timezone, plan }) => [
      `${id}`,
      name,
      currency,
      timezone,
      plan,
    ])
    return {
      json: projects.map(serializeProject),
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
    const project = await onConnection((sql) => projectWithId(sql, readId(id, 'project')))
    return { json: serializeProject(project), text: projectText(project) }
  },
}

export function projectText(project: Project): string {
  const {
    payment_methods: methods,
    payment_method_order: order,
    notifications,
    ...fields
  } = serializeProject(project)
  const lines = Object.entries(methods).flatMap(([method, settings]) =>
    'live' in settings && typeof settings.live === 'object'
      ? Object.entries(settings as Record<string, ShownValues>).map(([mode, values]) => [
          `${method} (${mode})`,
          valuesText(values),
        ])
      : [[method, valuesText(settings as ShownValues)]],
  )
  const wanted = Object.entries(notifications).flatMap(([name, isWanted]) => (isWanted ? [name] : []))
  return record({
    ...fields,
    notifications: wanted.join(', '),
    ...(Object.fromEntries(lines) as Record<string, string>),
    payment_method_order: order.join(', '),
  })
}

/**
 * Says where the owners of a project sign in to its dashboard, or how to create the first one. Empty without a dashboard
 * (`DASHBOARD=0`).
 */
export function signInText({ id, email }: Project, owners: string[]): string {
  if (!config().dashboard) return ''
  return owners.length > 0
    ? `${owners.join(', ')} can sign in at ${config().baseUrl}/dashboard`
    : `No one can sign in to its dashboard as an owner yet: bin/tolbor member add ${email ?? 'you@example.com'} --project ${id} --role owner`
}

type ShownValues = Record<string, string | boolean | null>

function valuesText({ enabled, ...values }: ShownValues): string {
  const texts = Object.entries(values).map(([name, value]) =>
    typeof value === 'boolean' ? name.replace(/_set$/, value ? ' is set' : ' is not set') : value,
  )
  return enabled ? texts.join(', ') : 'off'
}
