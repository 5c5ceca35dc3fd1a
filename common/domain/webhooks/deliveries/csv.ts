import { csvColumns } from '../../../kit/csv.ts'
import type { DeliveryObject } from './object.ts'

const { plain, computed, times } = csvColumns<DeliveryObject>()

/** The columns of exported deliveries. */
export const deliveryCsv = [
  ...plain('id'),
  ...times('created_at'),
  ...plain('status', 'endpoint_id', 'event_id', 'event_type'),
  ...times('next_attempt_at'),
  ...computed('attempts', ({ attempts }) => attempts.length),
  ...computed('status_code', ({ attempts }) => attempts.at(-1)?.status_code ?? null),
  ...computed('error', ({ attempts }) => attempts.at(-1)?.error ?? null),
]
