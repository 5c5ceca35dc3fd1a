import { defineTable } from '../../../db/define-table.ts'
import { integer, money, reference, time } from '../../kit/column.ts'

export const usedCreditsTable = defineTable(
  'used_credits',
  {
    subscription_id: reference(),
    subscription_version: integer(),
    project_id: reference(),
    checkout_id: reference(),
    amount: money(),
    created_at: time(),
  },
  {
    primary: ['subscription_id', 'subscription_version'],
    unique: {
      used_credits_checkout: ['checkout_id'],
    },
  },
)
