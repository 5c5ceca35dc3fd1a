import type { Tx } from '../../../../db/transaction.ts'
import type { PayableType } from '../../../domain/payments/object.ts'
import type { Amount } from '../../../kit/money.ts'
import type { Checkout } from '../../checkouts/checkouts-table.ts'
import type { Invoice } from '../../invoices/invoices-table.ts'
import type { Scope } from '../../projects/project.ts'
import type { Payment } from '../payments-table.ts'

/** Names what a payment pays for. */
export interface PayableName {
  type: PayableType
  id: number
}

/**
 * What a payment pays for, its row locked. Payments know nothing more of it than this; another thing to
 * pay is a file like its neighbours and a line in `all.ts`.
 */
export interface Payable extends PayableName {
  /** The locked row: it changes when one of these is called. */
  readonly row: Checkout | Invoice
  /** What is to be paid now. */
  amount(): Amount
  /** Whether it was closed before its time, and its timer has not told of it yet. */
  isClosed(): boolean
  /** Whether money for it is still wanted. */
  wantsMoney(tx: Tx, scope: Scope): Promise<boolean>
  /** A payment has begun; it is the one that its page speaks of. */
  begin(tx: Tx, paymentId: number): Promise<void>
  /**
   * A payment that was given up is the one that its page speaks of again, where it would still pay for
   * just what is to be paid. Returns whether it is.
   */
  takeUp(tx: Tx, scope: Scope, payment: Payment): Promise<boolean>
  /**
   * Money of a payment has come: it is the one that its page speaks of, where it pays for just what is to be
   * paid and that can still be done; with `acceptLate` also where it has expired. Returns whether it is; where not, `failureMessage`
   * says why, unless that shows on what is paid for.
   */
  takeMoney(tx: Tx, scope: Scope, payment: Payment, acceptLate: boolean): Promise<boolean>
  /** The payment was reported by the customer, and waits for the merchant. */
  wait(tx: Tx, scope: Scope): Promise<void>
  /** The payment that was being made has ended without money, and another may begin. */
  release(tx: Tx, scope: Scope, payment: Payment): Promise<void>
  /** The money has arrived, or none was needed: everything that brings, exactly once. */
  complete(tx: Tx, scope: Scope, payment: Payment | null): Promise<void>
  /**
   * The sums of a locked payment have changed after it was settled. Lowers what the payment bought when its money goes
   * back, and restores it when the money comes back.
   */
  followRefunds(tx: Tx, scope: Scope, payment: Payment): Promise<void>
  /** Money has arrived that can do nothing here any more: it is over, and the merchant gives it back. */
  turnAway(tx: Tx, scope: Scope): Promise<void>
}
