import type { Payable } from './payables/payable.ts'
import { Payment } from './payments-table.ts'

/** A payment and what it pays for, both locked. */
export interface LockedPayment {
  payment: Payment
  payable: Payable
}
