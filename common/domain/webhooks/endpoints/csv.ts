import { csvColumns } from '../../../kit/csv.ts'
import type { EndpointObject } from './object.ts'

const { plain, computed, times } = csvColumns<EndpointObject>()

/** The columns of exported webhook endpoints. The secret is left out: a file is passed on easily. */
export const endpointCsv = [
  ...plain('id'),
  ...times('created_at'),
  ...plain('url', 'description', 'active', 'disabled_reason'),
  ...computed('events', ({ events }) => events.join(' ')),
  ...plain('signature_header'),
  ...times('updated_at'),
]
