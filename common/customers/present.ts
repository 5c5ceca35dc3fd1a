import { iso } from '../kit/time.ts'
import { readMetadata } from '../products/present.ts'
import type { SubscriptionObject } from '../subscriptions/object.ts'

/** A customer as `GET /customers/:id` answers it. */
export interface CustomerObject {
  id: number
  project_id: number
  name: string | null
  email: string | null
  phone: string | null
  client_reference_id: string | null
  metadata: Record<string, string>
  is_test: boolean
  /** The test clock that this customer lives on; null in real time. */
  test_clock_id: number | null
  /** Those that give access now. */
  subscriptions: SubscriptionObject[]
  created_at: string
  updated_at: string
}

export interface CustomerRow {
  id: number
  project_id: number
  is_test: number
  name: string | null
  email: string | null
  phone: string | null
  client_reference_id: string | null
  metadata: string | null
  test_clock_id: number | null
  created_at: Date
  updated_at: Date
}

export function presentCustomer(row: CustomerRow, subscriptions: SubscriptionObject[]): CustomerObject {
  return {
    id: row.id,
    project_id: row.project_id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    client_reference_id: row.client_reference_id,
    metadata: readMetadata(row.metadata),
    is_test: Boolean(row.is_test),
    test_clock_id: row.test_clock_id,
    subscriptions,
    created_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
  }
}
