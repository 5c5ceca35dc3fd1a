import type { PaymentObject } from '../common/domain/payments/object.ts'
import { formatAmount } from '../common/kit/format.ts'
import { Refusal } from '../common/kit/refusal.ts'
import { lengthOf, unfit } from '../common/kit/text.ts'
import { Payment } from '../common/services/payments/payments-table.ts'
import { rejectPayment } from '../common/services/payments/reject.ts'
import type { Scope } from '../common/services/projects/project.ts'
import type { ModelTx } from '../db/transaction.ts'
import type { Command, Printed } from './command.ts'
import { operate } from './operate.ts'
import { projectWithId, readId } from './read-id.ts'

/** Stored with the payment as the decider. */
export const VERIFIED_BY = 'cli'

export const paymentReject: Command = {
  name: 'payment reject',
  summary: 'Reject a pending payment whose money has not arrived: the customer can pay again',
  operands: ['ID'],
  options: { reason: { value: 'TEXT', help: 'Shown to the customer' } },
  async run({ operands, options }) {
    const id = readId(operands[0], 'payment')
    const reason = readReason(options.reason)
    return printed(
      await operate(async (tx) => rejectPayment(tx, await scopeOf(tx, id), id, reason, VERIFIED_BY)),
    )
  },
}

function readReason(text: string | undefined): string | null {
  const reason = text?.trim() ?? ''
  if (lengthOf(reason) <= 500 && !unfit(reason, true)) return reason || null
  const sentence = '--reason must be text of at most 500 characters.'
  throw new Refusal({ code: 'validation_failed', path: '--reason', params: { sentence } })
}

const LIST_PAYMENTS = "'bin/tolbor payment list --project ID' shows the existing ones."

/** Reads a payment's project and mode from its row: the operator only gives its id. */
export async function scopeOf({ sql, transaction }: ModelTx, id: number): Promise<Scope> {
  const payment = await Payment.findByPk(id, { transaction })
  if (!payment) throw new Refusal({ code: 'not_found', params: { what: 'payment', advice: LIST_PAYMENTS } })
  return { project: await projectWithId(sql, payment.projectId), isTest: payment.isTest }
}

export function printed(payment: PaymentObject): Printed {
  return { json: payment, text: summaryOf(payment) }
}

/** Describes a payment's state in a sentence. */
export function summaryOf(payment: PaymentObject): string {
  const { id, status, payable, currency, received_currency: receivedIn } = payment
  const mode = payment.is_test ? 'test' : 'live'
  const money = (amount: number, of = currency) => formatAmount(amount, of, 'en')
  const missing = payment.amount - payment.amount_received
  const more = [
    ...(status === 'pending' && payment.amount_received > 0 ? [`${money(missing)} is still missing`] : []),
    ...(payment.amount_to_refund > 0
      ? [`${money(payment.amount_to_refund, receivedIn)} must be refunded`]
      : []),
  ]
  const parts = [
    `Payment ${id} of ${money(payment.amount)} in ${mode} mode is ${status}`,
    ...more,
    `${payable.type} ${payable.id} is ${payable.status}`,
  ]
  return `${parts.join('; ')}.`
}
