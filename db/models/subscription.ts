import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
} from 'sequelize'
import type { CancellationReason, SubscriptionStatus } from '../../common/subscriptions/object.ts'
import type { Feedback } from '../../common/subscriptions/rules/cancellation.ts'
import { ID, json, primaryKey, TIME } from './columns.ts'

export class Subscription extends Model<
  InferAttributes<Subscription>,
  InferCreationAttributes<Subscription>
> {
  declare id: CreationOptional<number>
  declare projectId: number
  declare isTest: boolean
  declare customerId: number
  declare productId: number
  declare priceId: number
  declare status: SubscriptionStatus
  declare currentPeriodStart: Date
  declare currentPeriodEnd: Date
  declare trialEndsAt: CreationOptional<Date | null>
  /** Until when an overdue subscription keeps its access; fixed when it becomes overdue. */
  declare graceEndsAt: CreationOptional<Date | null>
  declare canceledAt: CreationOptional<Date | null>
  declare endedAt: CreationOptional<Date | null>
  declare cancellationReason: CreationOptional<CancellationReason | null>
  /** What the customer said of why they cancel, if anything. */
  declare cancellationFeedback: CreationOptional<Feedback | null>
  declare cancellationComment: CreationOptional<string | null>
  declare scheduledPriceId: CreationOptional<number | null>
  /** Whether a renewal at the scheduled price is paid; the price moves when that time begins. */
  declare isSchedulePaid: CreationOptional<boolean>
  /** The local date of the first paid day; periods are whole months from it. */
  declare anchorDay: string
  /** How many months after the anchor the current period ends. */
  declare anchorMonths: number
  /** Reminders up to here have been sent, or were not to be. */
  declare remindedUntil: Date
  /** Rises whenever paid time or plan change; a credit worked out before is worth nothing then. */
  declare version: CreationOptional<number>
  declare metadata: CreationOptional<Record<string, string> | null>
  declare testClockId: CreationOptional<number | null>
  declare createdAt: Date
  declare updatedAt: Date
}

export function defineSubscription(sequelize: Sequelize): void {
  Subscription.init(
    {
      id: primaryKey,
      projectId: ID,
      isTest: DataTypes.BOOLEAN,
      customerId: ID,
      productId: ID,
      priceId: ID,
      status: DataTypes.STRING(16),
      currentPeriodStart: TIME,
      currentPeriodEnd: TIME,
      trialEndsAt: TIME,
      graceEndsAt: TIME,
      canceledAt: TIME,
      endedAt: TIME,
      cancellationReason: DataTypes.STRING(16),
      cancellationFeedback: DataTypes.STRING(32),
      cancellationComment: DataTypes.STRING(500),
      scheduledPriceId: ID,
      isSchedulePaid: DataTypes.BOOLEAN,
      anchorDay: DataTypes.CHAR(10),
      anchorMonths: DataTypes.INTEGER,
      remindedUntil: TIME,
      version: DataTypes.INTEGER,
      metadata: json('metadata'),
      testClockId: ID,
      createdAt: TIME,
      updatedAt: TIME,
    },
    { sequelize, tableName: 'subscriptions' },
  )
}
