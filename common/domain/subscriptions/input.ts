export interface TrialInput {
  customer_id: number
  price?: string
  price_id?: number
  trial_days: number
}
