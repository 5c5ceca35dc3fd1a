import { formatAmount } from '../common/kit/format.ts'
import { Refusal } from '../common/kit/refusal.ts'
import { lengthOf, unfit } from '../common/kit/text.ts'
import { confirmTransfer } from '../common/payments/confirm-transfer.ts'
import type { PaymentObject } from '../common/payments/object.ts'
import { rejectTransfer } from '../common/payments/reject-transfer.ts'
import type { Scope } from '../common/projects/project.ts'
import type { Tx } from '../db/transaction.ts'
import type { Command, Printed } from './command.ts'
import { operate } from './operate.ts'
import { projectWithId, readId } from './read-id.ts'

/** Kept with the payment: who decided. */
const WHO = 'cli'

export const paymentConfirm: Command = {
  name: 'payment confirm',
  summary: 'Say that a reported transfer has arrived: its order is complete',
  operands: ['ID'],
  async run({ operands }) {
    const id = readId(operands[0], 'payment')
    return printed(await operate(async (tx) => confirmTransfer(tx, await scopeOf(tx, id), id, { verifiedBy: WHO })))
  },
}

export const paymentReject: Command = {
  name: 'payment reject',
  summary: 'Say that a reported transfer has not arrived: its customer can pay again',
  operands: ['ID'],
  options: { reason: { value: 'TEXT', help: 'Told to the customer' } },
  async run({ operands, options }) {
    const id = readId(operands[0], 'payment')
    const reason = readReason(options.reason)
    return printed(await operate(async (tx) => rejectTransfer(tx, await scopeOf(tx, id), id, reason, WHO)))
  },
}

function readReason(text: string | undefined): string | null {
  const reason = text?.trim() ?? ''
  if (lengthOf(reason) <= 500 && !unfit(reason, true)) return reason || null
  const say = '--reason must be text of at most 500 characters.'
  throw new Refusal({ code: 'validation_failed', path: '--reason', params: { say } })
}

/** The operator names a payment by its id alone; whose it is and in which mode is in its row. */
async function scopeOf(tx: Tx, id: number): Promise<Scope> {
  const row = await tx.sql.row<{ project_id: number; is_test: number }>(
    'SELECT project_id, is_test FROM payments WHERE id = ?',
    [id],
  )
  if (!row) throw new Refusal({ code: 'not_found', params: { what: 'payment' } })
  return { project: await projectWithId(tx.sql, row.project_id), isTest: Boolean(row.is_test) }
}

function printed(payment: PaymentObject): Printed {
  const { id, status, payable } = payment
  const amount = formatAmount(payment.amount, payment.currency, 'en')
  return {
    json: payment,
    text: `Payment ${id} of ${amount} is ${status}; ${payable.type} ${payable.id} is ${payable.status}.`,
  }
}
