import type { Request, Response } from 'express'
import { Refusal } from '../common/kit/refusal.ts'
import { cachedProject } from '../common/projects/cache.ts'
import { type Access, findAccess, type NoAccess } from '../common/tokens/access.ts'
import { adviceOnId, idOf, localsOf } from './context.ts'

/** What the header opens, or why it opens nothing. */
function accessOf(header: string | undefined): Promise<Access | NoAccess> | 'missing' | 'scheme' {
  if (!header) return 'missing'
  const [, token] = /^Bearer +(\S+)$/i.exec(header) ?? []
  return token === undefined ? 'scheme' : findAccess(token)
}

/**
 * 401 without a token that works, 403 with one of another project than is `named`: the same whether that project
 * exists or not. Where the path names no project, the token does.
 */
export async function authenticate(
  { headers }: Request,
  response: Response,
  named: string | null,
): Promise<void> {
  const access = await accessOf(headers.authorization)
  if (typeof access === 'string') throw new Refusal({ code: 'unauthenticated', params: { because: access } })
  const project = await cachedProject(access.projectId)
  if (!project) throw new Refusal({ code: 'unauthenticated', params: { because: 'unknown' } })
  const asked = named === null ? project.id : idOf(named)
  if (asked === null)
    throw new Refusal({ code: 'not_found', params: { what: 'project', advice: adviceOnId('project_id') } })
  if (asked !== project.id) throw new Refusal({ code: 'forbidden' })
  const locals = localsOf(response)
  locals.scope = { project, isTest: access.isTest }
  locals.tokenId = access.tokenId
}
