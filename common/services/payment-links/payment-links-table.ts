import { defineTable } from '../../../db/define-table.ts'
import { modelOf } from '../../../db/model.ts'
import { paymentLinkProperties } from '../../domain/payment-links/object.ts'
import { char, reference } from '../../kit/column.ts'
import { columnsIn } from '../../kit/field.ts'

export const paymentLinksTable = defineTable(
  'payment_links',
  {
    ...columnsIn(paymentLinkProperties),
    project_id: reference(),
    /** The part of its address that identifies it. */
    code: char(10).ascii().kept(),
  },
  {
    unique: {
      payment_links_code: ['code'],
    },
    index: {
      payment_links_active: ['project_id', 'is_test', 'active', 'id'],
      payment_links_created: ['project_id', 'is_test', 'created_at', 'id'],
      payment_links_list: ['project_id', 'is_test', 'id'],
    },
  },
)

/** A payment link as the database has it. */
export const PaymentLink = modelOf(paymentLinksTable)
export type PaymentLink = InstanceType<typeof PaymentLink>
