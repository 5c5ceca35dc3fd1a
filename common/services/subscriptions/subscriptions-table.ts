import { defineTable } from '../../../db/define-table.ts'
import { modelOf } from '../../../db/model.ts'
import type { Feedback } from '../../domain/subscriptions/cancellation.ts'
import { subscriptionProperties } from '../../domain/subscriptions/object.ts'
import { char, flag, integer, reference, time, varchar } from '../../kit/column.ts'
import { columnsIn } from '../../kit/field.ts'

export const subscriptionsTable = defineTable(
  'subscriptions',
  {
    ...columnsIn(subscriptionProperties),
    /** When an overdue subscription loses access; set when it becomes overdue. */
    grace_ends_at: time().nullable(),
    /** The local date of the first paid day; periods are whole months from it. */
    anchor_day: char(10).ascii().kept(),
    /** Number of months from the anchor to the end of the current period. */
    anchor_months: integer(),
    /** Reminders up to this time have been sent or skipped. */
    reminded_until: time(),
    /** Incremented when paid time or plan change: earlier credits are then stale. */
    version: integer().default(1),
    test_clock_id: reference().nullable(),
    /** The customer's reason for canceling. */
    cancellation_feedback: varchar<Feedback>(32).nullable().erased(),
    cancellation_comment: varchar(500).nullable().erased(),
    /** Whether a renewal at the scheduled price is paid; the price changes when that period begins. */
    is_schedule_paid: flag().default(0),
  },
  {
    index: {
      subscriptions_price_status: ['price_id', 'status', 'id'],
      subscriptions_created: ['project_id', 'is_test', 'created_at'],
      subscriptions_customer: ['customer_id', 'id'],
      subscriptions_ends: ['project_id', 'is_test', 'status', 'current_period_end', 'id'],
      subscriptions_list: ['project_id', 'is_test', 'id'],
      subscriptions_price: ['price_id', 'id'],
      subscriptions_states: [
        ...(['project_id', 'is_test', 'test_clock_id', 'status', 'ended_at'] as const),
        ...(['price_id', 'scheduled_price_id', 'canceled_at', 'current_period_end'] as const),
      ],
      subscriptions_status: ['project_id', 'is_test', 'status', 'id'],
    },
  },
)

/** A subscription as the database has it. */
export const Subscription = modelOf(subscriptionsTable)
export type Subscription = InstanceType<typeof Subscription>
