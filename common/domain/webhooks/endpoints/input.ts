import type { EventType } from '../../events/types.ts'

/** A valid body of `POST /webhook-endpoints`. */
export interface EndpointInput {
  url: string
  description?: string
  events?: EventType[]
  signature_header?: string
  active?: boolean
}

/** A valid body of `PATCH /webhook-endpoints/:id`; null clears. */
export interface EndpointChanges {
  url?: string
  description?: string | null
  events?: EventType[] | null
  signature_header?: string | null
  active?: boolean
  /** Only with `active: true`. */
  resend_since?: Date
}
