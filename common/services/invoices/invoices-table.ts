import { defineTable } from '../../../db/define-table.ts'
import { modelOf } from '../../../db/model.ts'
import { invoiceProperties } from '../../domain/invoices/object.ts'
import { char, integer, reference, time, varchar } from '../../kit/column.ts'
import { columnsIn } from '../../kit/field.ts'
import type { Locale } from '../../kit/format.ts'

export const invoicesTable = defineTable(
  'invoices',
  {
    ...columnsIn(invoiceProperties),
    token: char(22).ascii().kept(),
    /** The sequence number in `number`, without gaps in this project and mode. */
    sequence: integer().nullable(),
    /** Null in a draft whose due date is set when it opens. */
    due_date: time().nullable(),
    /** The language in which its page was last used to pay. */
    page_locale: char<Locale>(2).nullable().kept(),
    /** The payment in progress: started, or reported and waiting for the merchant. */
    active_payment_id: reference().nullable(),
    test_clock_id: reference().nullable(),
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
      invoices_due: ['project_id', 'is_test', 'status', 'due_date', 'id'],
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
