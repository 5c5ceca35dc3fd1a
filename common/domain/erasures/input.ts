/** A valid body of `POST /erasures`. */
export interface ErasureInput {
  email: string
}
