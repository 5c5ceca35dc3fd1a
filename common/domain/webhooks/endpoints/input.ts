import type { Changed, Created } from '../../../kit/field.ts'
import type { EventType } from '../../events/types.ts'
import type { endpointProperties } from './object.ts'

/** A valid body of `POST /webhook-endpoints`. */
export interface EndpointInput extends Created<typeof endpointProperties> {
  events?: EventType[]
}

/** A valid body of `PATCH /webhook-endpoints/:id`; null clears. */
export interface EndpointChanges extends Changed<typeof endpointProperties> {
  events?: EventType[] | null
  /** Only with `active: true`. */
  resend_since?: Date
}
