import { isTokenName, LONGEST_TOKEN_NAME } from '../common/domain/tokens/object.ts'
import { Refusal } from '../common/kit/refusal.ts'
import { createToken } from '../common/services/tokens/create.ts'
import { listTokens } from '../common/services/tokens/list.ts'
import { revokeToken } from '../common/services/tokens/revoke.ts'
import { onConnection } from '../db/sql.ts'
import type { Command } from './command.ts'
import { operate } from './operate.ts'
import { columns } from './print.ts'
import { projectWithId, readId } from './read-id.ts'
import { readMode } from './read-mode.ts'

function readName(name: string): string {
  if (isTokenName(name)) return name
  const sentence = `--name needs at most ${LONGEST_TOKEN_NAME} characters.`
  throw new Refusal({ code: 'validation_failed', path: 'name', params: { sentence } })
}

const project = { value: 'ID', help: 'The project', required: true }

export const tokenCreate: Command = {
  name: 'token create',
  summary: 'Create an API token for a project and mode',
  options: {
    project,
    mode: { value: 'test|live', help: 'The mode', required: true },
    name: { value: 'NAME', help: 'Your own name for it, such as the program that uses it' },
  },
  async run({ options }) {
    const projectId = readId(options.project, 'project')
    const mode = readMode(options.mode)
    const token = await operate(async (tx) => {
      await projectWithId(tx.sql, projectId)
      return createToken(tx, projectId, mode, options.name === undefined ? null : readName(options.name))
    })
    return { json: token, text: `Token ${token.id}, ${mode} mode, shown only once:\n  ${token.token}` }
  },
}

export const tokenList: Command = {
  name: 'token list',
  summary: 'List the tokens of a project, also revoked ones',
  options: { project },
  async run({ options }) {
    const id = readId(options.project, 'project')
    const tokens = await onConnection(async (sql) => {
      await projectWithId(sql, id)
      return listTokens(sql, id)
    })
    const rows = tokens.map((token) => [
      `${token.id}`,
      token.mode,
      `…${token.last4}`,
      token.name ?? '',
      token.created_at,
      token.last_used_at ?? 'not used yet',
      token.revoked_at === null ? '' : `revoked ${token.revoked_at}`,
    ])
    return {
      json: tokens,
      text: columns([['ID', 'MODE', 'ENDS IN', 'NAME', 'CREATED', 'LAST USED', ''], ...rows]),
    }
  },
}

export const tokenRevoke: Command = {
  name: 'token revoke',
  summary: 'Revoke a token permanently',
  operands: ['ID'],
  async run({ operands: [id] }) {
    const token = await operate((tx) => revokeToken(tx, readId(id, 'token')))
    return {
      json: token,
      text: `Token ${token.id} (…${token.last4}) is refused everywhere within 2 seconds.`,
    }
  },
}
