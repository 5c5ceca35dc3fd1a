import type { NextFunction, Request, Response } from 'express'
import { Refusal } from '../common/kit/refusal.ts'
import { cachedProject } from '../common/projects/cache.ts'
import { findAccess } from '../common/tokens/access.ts'
import { sendError } from './answer.ts'
import { idOf, localsOf } from './context.ts'

/**
 * 401 without a token that works, 403 with one of another project: the same whether that project
 * exists or not. Where the path names no project, the token does.
 */
export async function authenticate(request: Request, response: Response, next: NextFunction): Promise<void> {
  try {
    const [, token] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? []
    const access = token === undefined ? null : await findAccess(token)
    const project = access && (await cachedProject(access.projectId))
    if (!project) throw new Refusal({ code: 'unauthenticated' })
    const named = request.params.project_id as string | undefined
    const asked = named === undefined ? project.id : idOf(named)
    if (asked === null) throw new Refusal({ code: 'not_found' })
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
