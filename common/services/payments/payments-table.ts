import { defineTable } from '../../../db/define-table.ts'
import { modelOf } from '../../../db/model.ts'
import { type PayableType, paymentProperties } from '../../domain/payments/object.ts'
import { char, json, money, reference, time, varchar, word } from '../../kit/column.ts'
import { columnsIn } from '../../kit/field.ts'

export const paymentsTable = defineTable(
  'payments',
  {
    ...columnsIn(paymentProperties),
    payable_type: word<PayableType>(16),
    payable_id: reference(),
    /** Private to the payment's method. */
    details: json<Record<string, unknown>>().nullable().kept(),
    test_clock_id: reference().nullable(),
    /** The reference while no other payment may have it. */
    open_reference: char(6).binary().nullable().kept(),
    /** When the reference of an ended payment is free again. */
    reference_until: time().nullable(),
    /** The money received so far; null in rows of releases without partial payments. */
    amount_received: money().nullable(),
    /** When it ended without its full amount. */
    ended_at: time().nullable(),
    /** When it completed its order; null for money that could complete nothing. */
    paid_at: time().nullable(),
    customer_id: reference().nullable(),
    client_reference_id: varchar(191).binary().nullable().kept(),
    /** The currency of the received money, if it is not the payment's. */
    received_currency: char(3).ascii('ascii_general_ci').nullable().kept(),
  },
  {
    generated: {
      payer_name_from_word_2: varchar(100).nullable().kept(),
    },
    unique: {
      payments_reference: ['project_id', 'open_reference'],
    },
    index: {
      payments_customer_status: ['project_id', 'is_test', 'customer_id', 'status', 'id'],
      payments_method_status: ['project_id', 'is_test', 'method', 'status', 'id'],
      payments_amount: ['project_id', 'is_test', 'amount', 'id'],
      payments_by_payer_name: ['project_id', 'is_test', 'payer_name', 'id'],
      payments_by_payer_name_from_word_2: ['project_id', 'is_test', 'payer_name_from_word_2', 'id'],
      payments_by_phone_number: ['project_id', 'is_test', 'phone_number', 'id'],
      payments_by_reference: ['project_id', 'is_test', 'reference', 'id'],
      payments_created: ['project_id', 'is_test', 'created_at'],
      payments_customer: ['project_id', 'is_test', 'customer_id', 'id'],
      payments_email: ['project_id', 'is_test', 'customer_email', 'id'],
      payments_list: ['project_id', 'is_test', 'id'],
      payments_method: ['project_id', 'is_test', 'method', 'id'],
      payments_paid: ['project_id', 'is_test', 'test_clock_id', 'paid_at', 'currency', 'amount'],
      payments_order: ['project_id', 'is_test', 'client_reference_id', 'id'],
      payments_payable: ['payable_type', 'payable_id', 'id'],
      payments_resting: ['reference_until'],
      payments_status: ['project_id', 'is_test', 'status', 'id'],
    },
  },
)

/** One attempt to pay a checkout or an invoice. */
export const Payment = modelOf(paymentsTable)
export type Payment = InstanceType<typeof Payment>
