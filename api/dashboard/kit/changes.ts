import { type AuditedObject, isInBothModes } from '../../../common/domain/audit-log/audited.ts'
import type { AuditEntryObject } from '../../../common/domain/audit-log/object.ts'
import type { Translate } from '../../../common/services/text/translate.ts'
import type { Presenter } from './presenter.ts'

/** The most changes that the page of an object shows. Its link leads to all of them. */
export const SHOWN_CHANGES = 10

/** The latest changes of an object, newest first. */
export interface Changes {
  object: AuditedObject
  id: number
  entries: readonly AuditEntryObject[]
}

/** A section of an object's page, see `Section` in detail-view.ts. */
interface ChangesSection {
  heading: string
  timeline: { at: string; text: string; hint: string }[]
  more: { href: string; label: string }
}

/** Returns the name of the person or program that made a change. */
export function actorOf({ actor, actor_id: id, actor_email: email }: AuditEntryObject, t: Translate): string {
  return email ?? [t(`audit.actor.${actor}`), ...(id === null ? [] : [id])].join(' ')
}

/**
 * Returns the section of an object's page with its latest changes: who, how, when and from where.
 * Null without a change.
 */
export function changesSection(
  { object, id, entries }: Changes,
  { t, mode, input }: Presenter,
): ChangesSection | null {
  if (entries.length === 0) return null
  const { addresses, project } = input
  const query = { object, object_id: String(id) }
  return {
    heading: t('dashboard.audit.section'),
    timeline: entries.map((entry) => ({
      at: entry.created_at,
      text: t('dashboard.audit.entry', {
        ...{ actor: actorOf(entry, t), change: t(`audit.change.${entry.change}`) },
      }),
      // The last word of a member's operation is the button, such as `archive`.
      hint: [entry.operation.split('.').at(-1), entry.ip_address].filter((one) => one !== null).join(', '),
    })),
    more: {
      href: addresses.inProject(project.id, isInBothModes(object) ? 'live' : mode, '/audit-log', query),
      label: t('dashboard.audit.all'),
    },
  }
}
