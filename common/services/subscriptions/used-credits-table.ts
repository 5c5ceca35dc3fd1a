import { defineTable, integer, money, reference, time } from '../../../db/define-table.ts'

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
