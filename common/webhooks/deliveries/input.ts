/** A valid body of `POST /webhook-deliveries/resend`. */
export interface ResendInput {
  since: Date
  endpoint_id?: number
}
