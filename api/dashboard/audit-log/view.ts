import { AUDITED_OBJECTS } from '../../../common/domain/audit-log/audited.ts'
import { auditCsv } from '../../../common/domain/audit-log/csv.ts'
import { ACTORS, type AuditEntryObject } from '../../../common/domain/audit-log/object.ts'
import type { Translate } from '../../../common/services/text/translate.ts'
import { byIdOf, menu } from '../kit/filters.ts'
import type { ListDefinition } from '../kit/list-view.ts'
import { pathOfObject } from '../object-pages.ts'
import { changedLines } from './fields.ts'
import { type Names, objectText, sentenceOf } from './sentence.ts'

/** An entry with the names of the objects of its page. */
export interface NamedEntry extends AuditEntryObject {
  names: Names
}

const auditFilters = {
  object: menu('dashboard.audit.object', AUDITED_OBJECTS, (object, t) => t(`audit.object.${object}`)),
  actor: menu('dashboard.audit.actor', ACTORS, (actor, t) => t(`audit.actor.${actor}`)),
  object_id: byIdOf('object'),
  actor_id: byIdOf('actor', 'dashboard.audit.actor'),
}

/** The audit log of a project and mode. */
export const auditList = {
  path: '/audit-log',
  state: 'dashboard_audit_log',
  heading: 'dashboard.audit.heading',
  empty: 'dashboard.audit.empty',
  note: ({ t, input: { isTest, addresses, project } }) =>
    isTest
      ? {
          text: t('dashboard.audit.shared'),
          link: {
            href: addresses.inProject(project.id, 'live', '/audit-log'),
            label: t('dashboard.audit.open_live'),
          },
        }
      : null,
  filters: auditFilters,
  csv: auditCsv,
  columns: [
    {
      label: 'dashboard.audit.happened',
      kind: 'what',
      cell: (entry, presenter) => {
        const { object, object_id: id, change, names } = entry
        const path = change === 'deleted' ? null : pathOfObject(object, id)
        return {
          text: sentenceOf(entry, names, presenter),
          lines: change === 'updated' ? changedLines(entry, presenter) : [],
          ...(path !== null && {
            href: presenter.page(path),
            linked: objectText(entry, names, presenter),
          }),
        }
      },
    },
    { label: 'portal.date', kind: 'date', cell: ({ created_at: at }, presenter) => presenter.time(at) },
    {
      label: 'dashboard.audit.details',
      kind: 'unfolds',
      cell: (entry, { t }) => ({
        text: t('dashboard.audit.details'),
        lines: detailsOf(entry, t),
      }),
    },
  ],
} as const satisfies ListDefinition<NamedEntry>

/** Returns what a developer may want to know: the operation, the address and the ids. */
function detailsOf(
  { operation, ip_address: address, object, object_id: id }: AuditEntryObject,
  t: Translate,
) {
  return [
    t('audit.operation', { operation }),
    ...(address === null ? [] : [t('audit.address', { address })]),
    ...(object === 'project' ? [] : [t('dashboard.audit.what', { object: t(`audit.object.${object}`), id })]),
  ]
}
