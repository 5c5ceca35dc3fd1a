import { deviceOf } from '../../../common/domain/members/session.ts'
import { formatShortDateTime, zoneName } from '../../../common/kit/format.ts'
import type { OpenSession } from '../../../common/services/members/sessions.ts'
import { translate } from '../../../common/services/text/translate.ts'
import type { PageView } from '../../pages/kit/page-view.ts'
import { accountFrame, type AccountInput, zoneOf } from '../frame.ts'

export interface SessionsInput extends AccountInput {
  sessions: OpenSession[]
  /** The session of this browser. */
  current: number
}

/** Returns the page with the member's open sessions. */
export function sessionsView({ sessions, current, ...input }: SessionsInput): PageView {
  const { locale, email } = input
  const t = translate(locale)
  const heading = t('dashboard.sessions.heading')
  const time = (at: Date) => formatShortDateTime(at, zoneOf(input), locale)
  return {
    status: 200,
    template: 'dashboard/sessions',
    view: {
      ...accountFrame(input, { title: heading, state: 'dashboard_sessions' }),
      heading,
      text: t('dashboard.sessions.text', { email }),
      hasOthers: sessions.length > 1,
      zone: zoneName(new Date(), zoneOf(input), locale),
      sessions: sessions.map(({ id, userAgent: agent, lastUsedAt: used, createdAt: startedAt }) => ({
        id,
        device: deviceOf(agent) ?? t('dashboard.sessions.unknown'),
        isThis: id === current,
        facts: [
          { label: t('dashboard.sessions.used'), text: time(used) },
          { label: t('dashboard.sessions.begun'), text: time(startedAt) },
        ],
      })),
    },
  }
}
