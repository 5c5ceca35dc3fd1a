import { csvColumns } from '../../kit/csv.ts'
import { messageId } from '../webhooks/sign.ts'
import type { EventObject } from './object.ts'

const { plain, computed, times } = csvColumns<EventObject>()

/** The columns of exported events. The payload is not one: it has a form of its own for each type. */
export const eventCsv = [
  ...plain('id'),
  ...computed('webhook_id', ({ id }) => messageId(id)),
  ...times('created_at'),
  ...plain('type', 'object'),
  ...computed('object_id', ({ data }) => data.object?.id ?? null),
  ...plain('sequence'),
]
