import type { ModelTx, Tx } from '../../../../db/transaction.ts'
import type { PayableType } from '../../../domain/payments/object.ts'
import type { Amount } from '../../../kit/money.ts'
import type { Checkout } from '../../checkouts/checkouts-table.ts'
import type { Invoice } from '../../invoices/invoices-table.ts'
import type { Scope } from '../../projects/project.ts'
import type { Payment } from '../payments-table.ts'

/** The type and id of the checkout or invoice that a payment pays for. */
export interface PayableName {
  type: PayableType
  id: number
}

/**
 * An object that a payment pays for, with its row locked: a checkout or an invoice. Payments use only this
 * interface. A further type is a file in this folder and a line in `all.ts`.
 */
export interface Payable extends PayableName {
  /** The locked row. The methods below change it. */
  readonly row: Checkout | Invoice
  /** Returns the amount to pay now. */
  amount(): Amount
  /** Returns whether it was closed early, and its timer has not recorded that yet. */
  isClosed(): boolean
  /** Returns whether it can still be paid. */
  isPayable(tx: Tx, scope: Scope): Promise<boolean>
  /** Makes a new payment its active one, which its page shows. */
  begin(tx: Tx, paymentId: number): Promise<void>
  /**
   * Makes a payment that was given up the active one again, if it is for the current amount. Returns whether
   * it did.
   */
  resume(tx: Tx, scope: Scope, payment: Payment): Promise<boolean>
  /**
   * Makes a payment with received money the active one, if it pays for the order and the order can still be
   * completed. With `acceptLate` also after the order has expired. Returns whether it did. If not, it sets
   * the payment's `failureMessage`, unless the order's state shows the reason.
   */
  acceptMoney(tx: Tx, scope: Scope, payment: Payment, acceptLate: boolean): Promise<boolean>
  /** Makes it wait for the merchant's decision about the active payment. */
  wait(tx: Tx, scope: Scope): Promise<void>
  /** Releases it from a payment that has ended without money, so that another payment may start. */
  release(tx: Tx, scope: Scope, payment: Payment): Promise<void>
  /** Completes it, exactly once: its money has arrived, or no money was needed. */
  complete(tx: Tx, scope: Scope, payment: Payment | null): Promise<void>
  /**
   * Adjusts the time that a settled, locked payment bought to its money: less after a refund, and the former
   * time again after the refund has failed.
   */
  followRefunds(tx: ModelTx, scope: Scope, payment: Payment): Promise<void>
  /** Closes it, since it cannot be completed and the money that arrived must be refunded. */
  close(tx: Tx, scope: Scope): Promise<void>
}
