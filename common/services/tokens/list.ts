import type { TokenObject } from '../../domain/tokens/object.ts'
import { ApiToken } from './api-tokens-table.ts'
import { serializeToken } from './serialize.ts'

/** Lists a project's tokens, also revoked ones, oldest first. */
export async function listTokens(projectId: number): Promise<TokenObject[]> {
  const tokens = await ApiToken.findAll({ where: { projectId }, order: ['id'] })
  return tokens.map(serializeToken)
}
