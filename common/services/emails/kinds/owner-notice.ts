import type { ActorType } from '../../../domain/audit-log/object.ts'
import { config } from '../../../runtime/config.ts'
import { type Fact, fact, type Setting, timeFact } from './content.ts'

/** The person or program behind a change that owners get an email about. */
export interface OwnerNotice {
  actor: ActorType
  /** The address of the member, or the last characters of the token. */
  actor_name: string | null
  ip_address: string | null
  at: string
}

/** Returns the facts of a notice: by whom, when, and from where. */
export function noticeFacts(
  { actor, actor_name: name, ip_address: address, at }: OwnerNotice,
  setting: Setting,
): Fact[] {
  const { t } = setting
  const who = name !== null && actor === 'member' ? name : t(`audit.actor.${actor}`)
  return [
    ...fact(t('email.notice.by'), name !== null && actor === 'token' ? `${who} …${name}` : who, true),
    ...timeFact(t('email.notice.at'), at, setting),
    ...fact(t('email.notice.from'), address),
  ]
}

/** Returns a page of the project's dashboard. Members and settings, which both modes share, are in live mode. */
export function dashboardPage({ project }: Setting, path: string, mode: 'live' | 'test' = 'live'): string {
  return `${config().baseUrl}/dashboard/${project.id}/${mode}${path}`
}
