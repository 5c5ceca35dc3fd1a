import type { Router } from 'express'
import { atomically } from '../../../common/runtime/atomically.ts'
import { now } from '../../../common/runtime/clock.ts'
import {
  endAllSessions,
  endDashboardSession,
  listOpenSessions,
} from '../../../common/services/members/sessions.ts'
import { idOf } from '../../context.ts'
import { accountInputOf, accountPage } from '../page.ts'
import { sessionsView } from './sessions-view.ts'

/** The member's sessions, and the buttons that end them. Signing out is ending one's own. */
export const sessionsPage: Router = accountPage({
  path: '/dashboard/sessions',
  runFromOldPages: ['sign_out', 'end_all'],
  actions: {
    sign_out: async ({ session, addresses }) => {
      await atomically((tx) => endDashboardSession(tx, session.member.id, session.id))
      return { goTo: addresses.signIn() }
    },
    end: async ({ session }, { session_id: given }) => {
      const id = idOf(given)
      if (id !== null) await atomically((tx) => endDashboardSession(tx, session.member.id, id))
      return {}
    },
    end_all: async ({ session, addresses }) => {
      await atomically((tx) => endAllSessions(tx, session.member.id))
      return { goTo: addresses.signIn() }
    },
  },
  view: async (visit, context) => {
    const { id, member } = visit.session
    return sessionsView({
      ...(await accountInputOf(visit, context)),
      current: id,
      sessions: await listOpenSessions(member.id, now()),
    })
  },
})
