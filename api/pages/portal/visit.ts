import type { Request } from 'express'
import { now } from '../../../common/runtime/clock.ts'
import { type CustomerSession, findSession } from '../../../common/services/portal/find-session.ts'
import { cachedProject } from '../../../common/services/projects/cache.ts'
import { onConnection } from '../../../db/sql.ts'
import type { Visit } from '../hosted-page.ts'
import { chooseLocale, requestedLocale } from '../locale.ts'
import { Addresses } from './addresses.ts'
import { sessionSecret } from './cookie.ts'

/** A browser with a session, which may be over. Form tokens prove the session. */
export interface PortalVisit extends Visit {
  session: CustomerSession
  addresses: Addresses
}

/** Returns the visit of a request, or null if the browser never had a session. */
export async function visitOf(request: Request): Promise<PortalVisit | null> {
  const secret = sessionSecret(request)
  const session = secret === null ? null : await onConnection((sql) => findSession(sql, secret, now()))
  const project = session && (await cachedProject(session.projectId))
  if (secret === null || !session || !project) return null
  return {
    session,
    scope: { project, isTest: session.isTest },
    secret,
    locale: chooseLocale(request, session.locale, project.locale),
    addresses: new Addresses(requestedLocale(request)),
  }
}
