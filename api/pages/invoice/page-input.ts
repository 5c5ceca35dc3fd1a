import type { Amount } from '../../../common/kit/money.ts'
import type { PageInput } from '../payable/state.ts'

/** The fields of an opened invoice that its page needs. Times are ISO 8601. */
export interface InvoicePageObject {
  id: number
  number: string
  status: 'open' | 'paid' | 'void'
  amount: Amount
  currency: string
  description: string | null
  due_date: string
  created_at: string
  url: string
  success_url: string | null
  cancel_url: string | null
  client_reference_id: string | null
  is_test: boolean
  customer_email: string | null
  receipt_number: string | null
  paid_at: string | null
  payment_method: string | null
}

export interface InvoicePageInput extends PageInput {
  invoice: InvoicePageObject
}
