import type { RefundObject, RefundReason, RefundStatus } from '../../domain/refunds/object.ts'
import { iso } from '../../kit/time.ts'

export interface RefundRow {
  id: number
  project_id: number
  is_test: number
  payment_id: number
  amount: number
  currency: string
  status: RefundStatus
  reason: RefundReason | null
  note: string | null
  failure_message: string | null
  created_at: Date
  updated_at: Date
}

export const REFUND_SELECT = 'SELECT * FROM refunds'

export function serializeRefund(row: RefundRow): RefundObject {
  return {
    id: row.id,
    project_id: row.project_id,
    payment_id: row.payment_id,
    amount: row.amount,
    currency: row.currency,
    status: row.status,
    reason: row.reason,
    note: row.note,
    failure_message: row.failure_message,
    is_test: Boolean(row.is_test),
    created_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
  }
}
