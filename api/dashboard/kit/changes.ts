import { type AuditedObject, isInBothModes } from '../../../common/domain/audit-log/audited.ts'
import type { AuditEntryObject } from '../../../common/domain/audit-log/object.ts'
import { changedLines } from '../audit-log/fields.ts'
import { type Names, sentenceOf } from '../audit-log/sentence.ts'
import type { Presenter } from './presenter.ts'

/** The most changes that the page of an object shows. Its link leads to all of them. */
export const SHOWN_CHANGES = 10

/** The latest changes of an object, newest first. */
export interface Changes {
  object: AuditedObject
  id: number
  entries: readonly AuditEntryObject[]
  names: Names
}

/** A section of an object's page, see `Section` in detail-view.ts. */
interface ChangesSection {
  heading: string
  timeline: { at: string; text: string; lines: string[]; hint: string | null }[]
  /** The audit log, for those who may see it. */
  more?: { href: string; label: string }
}

/**
 * Returns the section of an object's page with its latest changes, in the sentences of the audit log: who did what, the old and
 * new values and when. Owners also see the network addresses. Null without a change.
 */
export function changesSection(
  { object, id, entries, names }: Changes,
  presenter: Presenter,
): ChangesSection | null {
  if (entries.length === 0) return null
  const { t, mode, input } = presenter
  const { addresses, project } = input
  const query = { object, object_id: String(id) }
  const maySeeLog = presenter.may('administer')
  return {
    heading: t('dashboard.audit.section'),
    timeline: entries.map((entry) => ({
      at: entry.created_at,
      text: sentenceOf(entry, names, presenter),
      lines: entry.change === 'updated' ? changedLines(entry, presenter) : [],
      hint: maySeeLog && entry.ip_address !== null ? t('audit.address', { address: entry.ip_address }) : null,
    })),
    ...(maySeeLog && {
      more: {
        href: addresses.inProject(project.id, isInBothModes(object) ? 'live' : mode, '/audit-log', query),
        label: t('dashboard.audit.all'),
      },
    }),
  }
}
