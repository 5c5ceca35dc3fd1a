import type { NextFunction, Request, Response } from 'express'
import { Refusal } from '../common/kit/refusal.ts'
import { cachedProject } from '../common/projects/cache.ts'
import { type Access, findAccess, type NoAccess } from '../common/tokens/access.ts'
import { sendError } from './answer.ts'
import { adviceOnId, idOf, localsOf } from './context.ts'

/** What the header opens, or why it opens nothing. */
async function accessOf(header: string | undefined): Promise<Access | NoAccess | 'missing' | 'scheme'> {
  if (!header) return 'missing'
  const [, token] = /^Bearer +(\S+)$/i.exec(header) ?? []
  return token === undefined ? 'scheme' : findAccess(token)
}

/**
 * 401 without a token that works, 403 with one of another project: the same whether that project
 * exists or not. Where the path names no project, the token does.
 */
export async function authenticate(request: Request, response: Response, next: NextFunction): Promise<void> {
  try {
    const access = await accessOf(request.headers.authorization)
    const project = typeof access === 'string' ? null : await cachedProject(access.projectId)
    if (typeof access === 'string' || !project) {
      const because = typeof access === 'string' ? access : 'unknown'
      throw new Refusal({ code: 'unauthenticated', params: { because } })
    }
    const named = request.params.project_id as string | undefined
    const asked = named === undefined ? project.id : idOf(named)
    if (asked === null)
      throw new Refusal({ code: 'not_found', params: { what: 'project', advice: adviceOnId('project_id') } })
    if (asked !== project.id) throw new Refusal({ code: 'forbidden' })
    const locals = localsOf(response)
    locals.scope = { project, isTest: access.isTest }
    locals.tokenId = access.tokenId
  } catch (error) {
    sendError(response, error)
    return
  }
  next()
}
