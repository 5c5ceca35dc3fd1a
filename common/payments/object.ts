import type { Amount } from '../kit/money.ts'

export type PayableType = 'checkout' | 'invoice'

export type PaymentStatus =
  'started' | 'pending' | 'paid' | 'failed' | 'canceled' | 'refund_required' | 'refunded'

/** What a payment pays for. `number` is an invoice's, or a paid checkout's receipt number. */
export interface PayableObject {
  type: PayableType
  id: number
  number: string | null
  url: string
  status: string
}

/** A payment as `GET /payments/:id` answers it. Times are ISO 8601 in UTC. */
export interface PaymentObject {
  id: number
  project_id: number
  method: string
  /** The method once more, under the name by which published clients know it. */
  driver: string
  status: PaymentStatus
  amount: Amount
  currency: string
  reference: string | null
  bank_name: string | null
  account_number: string | null
  account_holder: string | null
  claimed_at: string | null
  expires_at: string | null
  failure_message: string | null
  verified_by: string | null
  payable: PayableObject
  customer_email: string | null
  phone_number: string | null
  is_test: boolean
  created_at: string
  updated_at: string
}
