/** A valid body of `POST /products`, and the `product_data` of a price. */
export interface ProductInput {
  name: string
  description?: string
  image_url?: string
  client_reference_id?: string
  grace_period_days?: number
  active?: boolean
  metadata?: Record<string, string>
}

/** A valid body of `PATCH /products/:id`; null clears. */
export interface ProductChanges {
  name?: string
  description?: string | null
  image_url?: string | null
  client_reference_id?: string | null
  grace_period_days?: number
  active?: boolean
  metadata?: Record<string, string> | null
}
