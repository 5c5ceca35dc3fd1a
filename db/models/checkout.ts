import { DataTypes, Model } from 'sequelize'
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize } from 'sequelize'
import { ID, primaryKey, TIME } from './columns.ts'

/** What changes in a checkout after it was made, and what deciding about that needs. */
export class Checkout extends Model<InferAttributes<Checkout>, InferCreationAttributes<Checkout>> {
  declare id: CreationOptional<number>
  declare projectId: number
  declare isTest: boolean
  declare token: string
  declare status: 'open' | 'pending' | 'complete' | 'expired'
  declare amountTotal: number
  declare currency: string
  declare customerId: number | null
  declare customerEmail: string | null
  declare emailCollection: boolean
  declare phoneNumber: string | null
  declare locale: 'auto' | 'en' | 'mn'
  /** The language in which its page was last used to pay. */
  declare pageLocale: 'en' | 'mn' | null
  declare clientReferenceId: string | null
  /** The payment that is being made: started, or reported and waiting for the merchant. */
  declare activePaymentId: number | null
  declare paymentMethod: string | null
  declare paidAt: Date | null
  declare receiptNumber: string | null
  declare testClockId: number | null
  declare expiresAt: Date
  declare createdAt: Date
  declare updatedAt: Date
}

export function defineCheckout(sequelize: Sequelize): void {
  Checkout.init(
    {
      id: primaryKey,
      projectId: ID,
      isTest: DataTypes.BOOLEAN,
      token: DataTypes.CHAR(22),
      status: DataTypes.STRING(16),
      amountTotal: DataTypes.BIGINT,
      currency: DataTypes.CHAR(3),
      customerId: ID,
      customerEmail: DataTypes.STRING(254),
      emailCollection: DataTypes.BOOLEAN,
      phoneNumber: DataTypes.STRING(32),
      locale: DataTypes.STRING(8),
      pageLocale: DataTypes.CHAR(2),
      clientReferenceId: DataTypes.STRING(48),
      activePaymentId: ID,
      paymentMethod: DataTypes.STRING(32),
      paidAt: TIME,
      receiptNumber: DataTypes.STRING(32),
      testClockId: ID,
      expiresAt: TIME,
      createdAt: TIME,
      updatedAt: TIME,
    },
    { sequelize, tableName: 'checkouts' },
  )
}
