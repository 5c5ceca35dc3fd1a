import type { TokenObject } from '../../domain/tokens/object.ts'
import { ApiToken } from './api-tokens-table.ts'
import { serializeToken } from './serialize.ts'

/** Finds a token of a project and mode, revoked or not; returns null if not found. */
export async function findOwnToken(
  projectId: number,
  isTest: boolean,
  id: number,
): Promise<TokenObject | null> {
  const token = await ApiToken.findOne({ where: { id, projectId, isTest } })
  return token && serializeToken(token)
}
