import type { Request } from 'express'
import { atomically } from '../../common/runtime/atomically.ts'
import { now } from '../../common/runtime/clock.ts'
import { log } from '../../common/runtime/log.ts'
import { findDashboardSession, type MemberSession } from '../../common/services/members/find-session.ts'
import { noteSessionUse } from '../../common/services/members/sessions.ts'
import { onConnection } from '../../db/sql.ts'
import type { AnyVisit } from '../pages/hosted-page.ts'
import { chooseLocale, requestedLocale } from '../pages/locale.ts'
import { Addresses } from './addresses.ts'
import { sessionCookie } from './cookies.ts'
import type { KeptPress } from './kept-press.ts'

/** A request of a browser with a session, which may have ended. */
export interface MemberVisit extends AnyVisit {
  session: MemberSession
  addresses: Addresses
  /** A form of this page that was sent without an open session, and that the page shows again; null without one. */
  kept: KeptPress | null
}

/** Returns the visit of a request, or null if the browser never had a session. */
export async function memberVisitOf(request: Request): Promise<MemberVisit | null> {
  const secret = sessionCookie.read(request)
  const session =
    secret === null ? null : await onConnection((sql) => findDashboardSession(sql, secret, now()))
  if (secret === null || !session) return null
  if (session.state === 'open' && session.isUseOld && !isRefresh(request)) noteUse(session.id)
  const locale = chooseLocale(request, 'auto', 'en')
  return {
    scope: null,
    locale,
    secret,
    session,
    addresses: new Addresses(requestedLocale(request)),
    kept: null,
  }
}

/** Returns whether an open page refreshes itself (views/assets/live.js). A forgotten tab does not use a session. */
function isRefresh({ headers }: Request): boolean {
  return headers['hx-source'] === 'div#content'
}

/** Stores the last use without delaying the page. */
function noteUse(id: number): void {
  atomically((tx) => noteSessionUse(tx, id)).catch((error: unknown) => {
    log().debug({ error: String(error) }, 'last use of a session not recorded')
  })
}
