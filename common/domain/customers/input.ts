/** A valid body of `POST /customers`. */
export interface CustomerInput {
  name?: string
  email?: string
  phone?: string
  client_reference_id?: string
  metadata?: Record<string, string>
  /** In test mode: the test clock of the customer. It cannot be changed later. */
  test_clock_id?: number
}

/** A valid body of `PATCH /customers/:id`; null clears. */
export interface CustomerChanges {
  name?: string | null
  email?: string | null
  phone?: string | null
  client_reference_id?: string | null
  metadata?: Record<string, string> | null
}
