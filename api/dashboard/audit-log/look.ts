import { AUDITED_OBJECTS } from '../../../common/domain/audit-log/audited.ts'
import { auditCsv } from '../../../common/domain/audit-log/csv.ts'
import { ACTORS, type AuditEntryObject } from '../../../common/domain/audit-log/object.ts'
import { actorOf } from '../kit/changes.ts'
import { byId, menu } from '../kit/filters.ts'
import type { ListLook } from '../kit/list-view.ts'
import { pathOfObject } from '../object-pages.ts'

const auditFilters = {
  object: menu('dashboard.audit.object', AUDITED_OBJECTS, (object, t) => t(`audit.object.${object}`)),
  actor: menu('dashboard.audit.actor', ACTORS, (actor, t) => t(`audit.actor.${actor}`)),
  object_id: byId('dashboard.audit.of_object'),
  actor_id: byId('dashboard.audit.by_actor'),
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
      label: 'dashboard.audit.object',
      kind: 'what',
      cell: ({ object, object_id: id, change }, presenter) => {
        const { t } = presenter
        const path = change === 'deleted' ? null : pathOfObject(object, id)
        return {
          // A shop has one set of settings, so their number says nothing.
          text:
            object === 'project'
              ? t('audit.object.project')
              : t('dashboard.audit.what', { object: t(`audit.object.${object}`), id }),
          hint: t(`audit.change.${change}`),
          ...(path !== null && { href: presenter.page(path) }),
        }
      },
    },
    {
      label: 'dashboard.audit.actor',
      kind: 'text',
      cell: (entry, { t }) => ({ text: actorOf(entry, t), hint: entry.ip_address }),
    },
    { label: 'dashboard.audit.operation', kind: 'text', cell: ({ operation }) => operation },
    { label: 'portal.date', kind: 'date', cell: ({ created_at: at }, presenter) => presenter.time(at) },
  ],
} as const satisfies ListLook<AuditEntryObject>
