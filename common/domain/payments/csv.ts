import { type CsvColumn, csvColumns } from '../../kit/csv.ts'
import type { PaymentObject } from './object.ts'

const { plain, computed, times, money } = csvColumns<PaymentObject>()

const known = [...plain('id'), ...times('created_at')]

const others = [
  ...plain('status', 'method'),
  ...money(({ currency }) => currency, 'amount'),
  ...plain('currency'),
  ...money(
    ({ received_currency }) => received_currency,
    ...(['amount_received', 'amount_refunded', 'amount_to_refund'] as const),
  ),
  ...plain('received_currency', 'reference', 'payer_name'),
  ...times('claimed_at', 'expires_at'),
  ...plain('verified_by', 'failure_code', 'failure_message', 'customer_id', 'customer_email', 'phone_number'),
  ...plain('client_reference_id', 'bank_name', 'account_number'),
  ...computed('paid_object', ({ payable }) => payable.type),
  ...computed('paid_object_id', ({ payable }) => payable.id),
  ...computed('paid_object_number', ({ payable }) => payable.number),
  ...times('updated_at'),
]

/** The columns of exported payments. */
export const paymentCsv = [...known, ...others]

type MaybePaid = PaymentObject & { paid_at?: string }

const paidAt = csvColumns<{ paid_at: string | null }>()
  .times('paid_at')
  .map((column): CsvColumn<MaybePaid> => ({
    ...column,
    cell: ({ paid_at: paid = null }, zone) => column.cell({ paid_at: paid }, zone),
  }))

/** The columns of exported payments that are listed by their time of payment. */
export const paidPaymentCsv: CsvColumn<MaybePaid>[] = [...known, ...paidAt, ...others]
