import { defineTable } from '../../../db/define-table.ts'
import { primaryKey, reference, time, varchar, word } from '../../kit/column.ts'

export const redemptionsTable = defineTable(
  'redemptions',
  {
    id: primaryKey(),
    project_id: reference(),
    promotion_code_id: reference(),
    checkout_id: reference(),
    /** `Buyer.redeemer`: customer id, guest's address or checkout id. */
    redeemer: varchar(270).binary().kept(),
    /** As `canonicalEmail` writes it. */
    buyer_email: varchar(254).binary().nullable().erased(),
    status: word<string>(16),
    created_at: time(),
    updated_at: time(),
  },
  {
    unique: {
      redemptions_once: ['checkout_id', 'promotion_code_id'],
    },
    index: {
      redemptions_buyer: ['promotion_code_id', 'buyer_email'],
      redemptions_redeemer: ['promotion_code_id', 'redeemer', 'status'],
    },
  },
)
