import { csvColumns } from '../../kit/csv.ts'
import type { AuditEntryObject } from './object.ts'

const { plain, times, computed } = csvColumns<AuditEntryObject>()

/** The columns of exported entries of the audit log. */
export const auditCsv = [
  ...plain('id'),
  ...times('created_at'),
  ...plain('object', 'object_id', 'change', 'operation', 'actor', 'actor_id', 'actor_email', 'ip_address'),
  ...plain('request_id'),
  ...computed('changes', ({ changes }) => changes && JSON.stringify(changes)),
]
