import { defineTable } from '../../../db/define-table.ts'
import { modelOf } from '../../../db/model.ts'
import type { InvoiceStatus } from '../../domain/invoices/object.ts'
import {
  char,
  flag,
  integer,
  json,
  money,
  primaryKey,
  reference,
  time,
  varchar,
  word,
} from '../../kit/column.ts'
import type { Locale } from '../../kit/format.ts'

export const invoicesTable = defineTable(
  'invoices',
  {
    id: primaryKey(),
    project_id: reference(),
    is_test: flag(),
    token: char(22).ascii().kept(),
    status: word<InvoiceStatus>(16),
    amount: money(),
    currency: char(3).kept(),
    description: varchar(1000).nullable().kept(),
    /** As the customer sees it, such as INV-0001; assigned when the invoice opens. */
    number: varchar(32).binary().nullable().kept(),
    /** The sequence number in `number`, without gaps in this project and mode. */
    sequence: integer().nullable(),
    customer_id: reference().nullable(),
    customer_email: varchar(254).nullable().erased(),
    client_reference_id: varchar(191).binary().nullable().kept(),
    /** Null in a draft whose due date is set when it opens. */
    due_date: time().nullable(),
    locale: word<'auto' | Locale>(8).default('auto'),
    /** The language in which its page was last used to pay. */
    page_locale: char<Locale>(2).nullable().kept(),
    success_url: varchar(2048).nullable().kept(),
    cancel_url: varchar(2048).nullable().kept(),
    payment_method: varchar(32).nullable().kept(),
    /** The payment in progress: started, or reported and waiting for the merchant. */
    active_payment_id: reference().nullable(),
    paid_at: time().nullable(),
    metadata: json<Record<string, string>>().nullable().kept(),
    test_clock_id: reference().nullable(),
    created_at: time(),
    updated_at: time(),
    receipt_number: varchar(32).nullable().kept(),
  },
  {
    unique: {
      invoices_number: ['project_id', 'is_test', 'sequence'],
    },
    index: {
      invoices_customer_status: ['customer_id', 'status', 'id'],
      invoices_by_number: ['project_id', 'is_test', 'number', 'id'],
      invoices_by_receipt_number: ['project_id', 'is_test', 'receipt_number', 'id'],
      invoices_created: ['project_id', 'is_test', 'created_at'],
      invoices_customer: ['customer_id', 'id'],
      invoices_email: ['project_id', 'is_test', 'customer_email', 'id'],
      invoices_list: ['project_id', 'is_test', 'id'],
      invoices_receipt: ['project_id', 'is_test', 'receipt_number', 'id'],
      invoices_reference: ['project_id', 'is_test', 'client_reference_id', 'id'],
      invoices_status: ['project_id', 'is_test', 'status', 'id'],
    },
  },
)

/** An invoice as the database has it. */
export const Invoice = modelOf(invoicesTable)
export type Invoice = InstanceType<typeof Invoice>
