import type { Request, Response } from 'express'
import { maskedBody, maskedError, maskedPath } from '../common/domain/request-log/mask.ts'
import { realNow } from '../common/runtime/clock.ts'
import { recordRequest } from '../common/services/request-log/record.ts'
import { canonicalPath, localsOf } from './context.ts'

/** Records a finished API request with a valid token, for the dashboard of its project. */
export function recordCall(request: Request, response: Response, ms: number): void {
  const { scope, tokenId, requestId, failure, sent } = localsOf(response)
  if (!scope || tokenId === undefined) return
  recordRequest({
    projectId: scope.project.id,
    isTest: scope.isTest,
    ...{ tokenId, requestId, ms },
    method: request.method,
    path: maskedPath(canonicalPath(request)),
    status: response.statusCode,
    at: realNow(),
    failure:
      failure === undefined
        ? null
        : () => ({ error: maskedError(failure), body: sent === undefined ? null : maskedBody(sent) }),
  })
}
