import { Payment } from '../../db/models/payment.ts'
import type { Payable } from './payables/payable.ts'

/** A payment and what it pays for, both locked. */
export interface LockedPayment {
  payment: Payment
  payable: Payable
}
