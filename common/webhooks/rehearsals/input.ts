/** A valid body of `POST /webhook-endpoints/:id/rehearse`. */
export interface RehearsalInput {
  duplicates?: boolean
  reorder?: boolean
}
