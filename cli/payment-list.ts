import type { PaymentObject } from '../common/domain/payments/object.ts'
import { PAYMENT_STATUSES, type PaymentStatus } from '../common/domain/payments/status.ts'
import { formatAmount } from '../common/kit/format.ts'
import { Refusal } from '../common/kit/refusal.ts'
import { now } from '../common/runtime/clock.ts'
import { listPayments } from '../common/services/payments/list.ts'
import { onConnection } from '../db/sql.ts'
import type { Command } from './command.ts'
import { columns } from './print.ts'
import { projectWithId, readId } from './read-id.ts'
import { readModes } from './read-mode.ts'

/** Limit per mode; the filters narrow the list down. */
const MOST = 500

export const paymentList: Command = {
  name: 'payment list',
  summary: 'List the payments of a project, newest first',
  options: {
    project: { value: 'ID', help: 'The project', required: true },
    status: {
      value: 'STATUS',
      help: 'Only payments with this status, such as pending; several separated by commas',
    },
    reference: { value: 'DIGITS', help: 'Only payments with this reference' },
    mode: { value: 'test|live', help: 'Only payments of this mode' },
  },
  async run({ options }) {
    const projectId = readId(options.project, 'project')
    const status = readStatuses(options.status)
    const filter = {
      ...(status && { status }),
      ...(options.reference !== undefined && { reference: options.reference }),
      before: Number.MAX_SAFE_INTEGER,
      limit: MOST,
    }
    const payments = await onConnection(async (sql) => {
      const project = await projectWithId(sql, projectId)
      const found: PaymentObject[] = []
      for (const isTest of readModes(options.mode))
        found.push(...(await listPayments(sql, { project, isTest }, filter, now())).items)
      return found.sort((one, other) => other.id - one.id)
    })
    const heads = ['ID', 'MODE', 'STATUS', 'AMOUNT', 'RECEIVED', 'REFERENCE', 'SINCE', 'ORDER', 'CUSTOMER']
    const text = payments.length === 0 ? 'No payments found.' : columns([heads, ...payments.map(rowOf)])
    return { json: payments, text }
  },
}

function rowOf(payment: PaymentObject): string[] {
  const money = (amount: number, currency: string) => formatAmount(amount, currency, 'en')
  return [
    `${payment.id}`,
    payment.is_test ? 'test' : 'live',
    payment.status,
    money(payment.amount, payment.currency),
    money(payment.amount_received, payment.received_currency),
    payment.reference ?? '-',
    (payment.claimed_at ?? payment.created_at).slice(0, 16),
    payment.client_reference_id ?? payment.payable.number ?? `${payment.payable.type} ${payment.payable.id}`,
    payment.customer_email ?? payment.phone_number ?? '-',
  ]
}

function readStatuses(text: string | undefined): PaymentStatus[] | undefined {
  if (text === undefined) return undefined
  const known = PAYMENT_STATUSES.filter((status) => text.split(',').includes(status))
  if (known.length > 0 && known.length === new Set(text.split(',')).size) return known
  const sentence = `--status must be one or more of ${PAYMENT_STATUSES.join(', ')}, separated by commas.`
  throw new Refusal({ code: 'validation_failed', path: '--status', params: { sentence } })
}
