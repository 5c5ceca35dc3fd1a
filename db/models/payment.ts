import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
} from 'sequelize'
import type { PayableType } from '../../common/payments/object.ts'
import type { FailureCode, PaymentStatus } from '../../common/payments/rules/status.ts'
import { ID, json, primaryKey, TIME } from './columns.ts'

/** One attempt to pay a checkout or an invoice. */
export class Payment extends Model<InferAttributes<Payment>, InferCreationAttributes<Payment>> {
  declare id: CreationOptional<number>
  declare projectId: number
  declare isTest: boolean
  declare payableType: PayableType
  declare payableId: number
  declare method: string
  declare status: PaymentStatus
  declare amount: number
  declare currency: string
  declare reference: CreationOptional<string | null>
  /** The reference for as long as it may not be given to another payment. */
  declare openReference: CreationOptional<string | null>
  /** Of a payment that has ended: when it may. */
  declare referenceUntil: CreationOptional<Date | null>
  declare bankName: CreationOptional<string | null>
  declare accountNumber: CreationOptional<string | null>
  declare accountHolder: CreationOptional<string | null>
  /** What only the payment's method understands. */
  declare details: CreationOptional<Record<string, unknown> | null>
  declare customerId: CreationOptional<number | null>
  declare clientReferenceId: CreationOptional<string | null>
  declare customerEmail: CreationOptional<string | null>
  declare phoneNumber: CreationOptional<string | null>
  /** Whose account a transfer comes from, as the customer said. */
  declare payerName: CreationOptional<string | null>
  declare claimedAt: CreationOptional<Date | null>
  declare expiresAt: CreationOptional<Date | null>
  /** What has come of the money so far; null where an older release wrote the row, which knew of whole sums only. */
  declare amountReceived: CreationOptional<number | null>
  /** In which currency it has come, where that is another than was asked for. */
  declare receivedCurrency: CreationOptional<string | null>
  declare amountRefunded: CreationOptional<number>
  declare failureCode: CreationOptional<FailureCode | null>
  declare failureMessage: CreationOptional<string | null>
  /** When it ended without all of its money. */
  declare endedAt: CreationOptional<Date | null>
  /** When it completed what it pays for; null of money that could do nothing. */
  declare paidAt: CreationOptional<Date | null>
  declare verifiedBy: CreationOptional<string | null>
  declare testClockId: CreationOptional<number | null>
  declare createdAt: Date
  declare updatedAt: Date
}

export function definePayment(sequelize: Sequelize): void {
  Payment.init(
    {
      id: primaryKey,
      projectId: ID,
      isTest: DataTypes.BOOLEAN,
      payableType: DataTypes.STRING(16),
      payableId: ID,
      method: DataTypes.STRING(32),
      status: DataTypes.STRING(16),
      amount: DataTypes.BIGINT,
      currency: DataTypes.CHAR(3),
      reference: DataTypes.CHAR(6),
      openReference: DataTypes.CHAR(6),
      referenceUntil: TIME,
      bankName: DataTypes.STRING(255),
      accountNumber: DataTypes.STRING(64),
      accountHolder: DataTypes.STRING(255),
      details: json('details'),
      customerId: ID,
      clientReferenceId: DataTypes.STRING(191),
      customerEmail: DataTypes.STRING(254),
      phoneNumber: DataTypes.STRING(32),
      payerName: DataTypes.STRING(100),
      claimedAt: TIME,
      expiresAt: TIME,
      amountReceived: DataTypes.BIGINT,
      receivedCurrency: DataTypes.CHAR(3),
      amountRefunded: { type: DataTypes.BIGINT, defaultValue: 0 },
      failureCode: DataTypes.STRING(16),
      failureMessage: DataTypes.STRING(500),
      endedAt: TIME,
      paidAt: TIME,
      verifiedBy: DataTypes.STRING(64),
      testClockId: ID,
      createdAt: TIME,
      updatedAt: TIME,
    },
    { sequelize, tableName: 'payments' },
  )
}
