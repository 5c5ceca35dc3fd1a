import type { Request, Response } from 'express'
import { Refusal } from '../common/kit/refusal.ts'
import { useShareOf } from '../common/runtime/share.ts'
import { cachedProject } from '../common/services/projects/cache.ts'
import { type Access, findAccess, type NoAccess } from '../common/services/tokens/access.ts'
import { adviceOnId, idOf, localsOf } from './context.ts'

/** Returns the access that an Authorization header grants, or why it grants none. */
function accessOf(header: string | undefined): Promise<Access | NoAccess> | 'missing' | 'scheme' {
  if (!header) return 'missing'
  const [, token] = /^Bearer +(\S+)$/i.exec(header) ?? []
  return token === undefined ? 'scheme' : findAccess(token)
}

/**
 * Authenticates a request. Refuses with 401 without a valid token, and with 403 if the token belongs to a project other
 * than `named`, whether or not that project exists. If the path names no project, the token selects it.
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
  useShareOf(project.id)
  const locals = localsOf(response)
  locals.scope = { project, isTest: access.isTest }
  locals.tokenId = access.tokenId
}
