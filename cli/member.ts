import { type Role, ROLES } from '../common/domain/members/role.ts'
import { canonicalEmail, isEmail } from '../common/kit/email.ts'
import { Problems, Refusal } from '../common/kit/refusal.ts'
import { lengthOf, unfit } from '../common/kit/text.ts'
import { config } from '../common/runtime/config.ts'
import { addMember } from '../common/services/members/add.ts'
import { listMembers } from '../common/services/members/list.ts'
import { removeMember } from '../common/services/members/remove.ts'
import { onConnection } from '../db/sql.ts'
import type { Command } from './command.ts'
import { operate } from './operate.ts'
import { columns } from './print.ts'
import { projectWithId, readId } from './read-id.ts'

const project = { value: 'ID', help: 'The project', required: true }
const LONGEST_NAME = 255

export const memberAdd: Command = {
  name: 'member add',
  summary: 'Let a person use the dashboard of a project, or change their role',
  operands: ['EMAIL'],
  options: {
    project,
    role: {
      value: 'owner|staff|viewer',
      help: 'owner: everything; staff: no settings, members, tokens and refunds; viewer: only look; default: staff',
    },
    name: { value: 'NAME', help: 'Their name' },
  },
  async run({ operands: [email = ''], options }) {
    const projectId = readId(options.project, 'project')
    const input = readMember(email, options.role ?? 'staff', options.name)
    const member = await operate(async (tx) => {
      await projectWithId(tx.sql, projectId)
      return addMember(tx, projectId, input)
    })
    const where = `${config().baseUrl}/dashboard`
    return {
      json: member,
      text: `${member.email} is ${member.role} of project ${projectId}. They sign in at ${where} with a link that we send them.`,
    }
  },
}

function readMember(email: string, role: string, name: string | undefined) {
  const problems = new Problems()
  const refuse = (path: string, sentence: string) => {
    problems.add('validation_failed', path, { sentence })
  }
  if (!isEmail(email)) refuse('email', `'${email}' is not an e-mail address, such as name@example.com.`)
  if (!ROLES.includes(role as Role)) refuse('role', `role must be one of ${ROLES.join(', ')}.`)
  const named = name?.trim()
  if (named !== undefined && (named === '' || lengthOf(named) > LONGEST_NAME || unfit(named)))
    refuse('name', `name must be text of 1 to ${LONGEST_NAME} characters on one line.`)
  problems.refuse()
  return { email, role: role as Role, name: named }
}

export const memberList: Command = {
  name: 'member list',
  summary: 'List the people who may use the dashboard of a project',
  options: { project },
  async run({ options }) {
    const id = readId(options.project, 'project')
    const members = await onConnection(async (sql) => {
      await projectWithId(sql, id)
      return listMembers(sql, id)
    })
    const rows = members.map(({ email, name, role, created_at }) => [email, role, name ?? '-', created_at])
    return { json: members, text: columns([['EMAIL', 'ROLE', 'NAME', 'SINCE'], ...rows]) }
  },
}

export const memberRemove: Command = {
  name: 'member remove',
  summary: 'End a person’s access to the dashboard of a project, at once',
  operands: ['EMAIL'],
  options: { project },
  async run({ operands: [email = ''], options }) {
    const projectId = readId(options.project, 'project')
    const member = await operate(async (tx) => {
      await projectWithId(tx.sql, projectId)
      const found = (await listMembers(tx.sql, projectId)).find((one) => one.email === canonicalEmail(email))
      if (!found)
        throw new Refusal({
          code: 'not_found',
          params: { what: 'member', advice: `'bin/tolbor member list --project ${projectId}' shows them.` },
        })
      return removeMember(tx, projectId, found.id)
    })
    return { json: member, text: `${member.email} can no longer use the dashboard of project ${projectId}.` }
  },
}
