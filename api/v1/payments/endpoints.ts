import { confirmTransfer } from '../../../common/payments/confirm-transfer.ts'
import { findPayment } from '../../../common/payments/find-payment.ts'
import type { PaymentObject } from '../../../common/payments/object.ts'
import { rejectTransfer } from '../../../common/payments/reject-transfer.ts'
import type { Scope } from '../../../common/projects/project.ts'
import { Refusal } from '../../../common/kit/refusal.ts'
import { now } from '../../../common/runtime/clock.ts'
import { read } from '../../../db/sql.ts'
import type { Sql } from '../../../db/sql.ts'
import { reads, writes } from '../../endpoint.ts'
import type { Endpoint } from '../../endpoint.ts'
import { fields, text } from '../../fields.ts'

const rejection = fields<{ reason?: string }>({ reason: text(500, { lineBreaks: true }) })

export const paymentEndpoints: Endpoint[] = [
  reads({ method: 'get', path: '/payments/:payment_id', summary: 'Retrieve a payment' }, async (request) => ({
    data: await read((sql) => existing(sql, request, request.id('payment_id'))),
  })),
  writes(
    { method: 'post', path: '/payments/:payment_id/confirm', summary: 'Confirm a reported transfer' },
    async (tx, request) => {
      const { id } = await existing(tx.sql, request, request.id('payment_id'))
      request.body()
      return { status: 200, data: await confirmTransfer(tx, request, id, 'api') }
    },
  ),
  writes(
    {
      method: 'post',
      path: '/payments/:payment_id/reject',
      summary: 'Reject a reported transfer',
      body: rejection,
    },
    async (tx, request) => {
      const { id } = await existing(tx.sql, request, request.id('payment_id'))
      const { reason = null } = request.body()
      return { status: 200, data: await rejectTransfer(tx, request, id, reason, 'api') }
    },
  ),
]

async function existing(sql: Sql, scope: Scope, id: number): Promise<PaymentObject> {
  const payment = await findPayment(sql, scope, id, now())
  if (!payment) throw new Refusal({ code: 'not_found', words: { what: 'payment' } })
  return payment
}
