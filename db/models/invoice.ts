import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
} from 'sequelize'
import type { InvoiceStatus } from '../../common/invoices/object.ts'
import type { Locale } from '../../common/kit/format.ts'
import { ID, primaryKey, TIME } from './columns.ts'

/** What changes in an invoice after it was made, and what deciding about that needs. */
export class Invoice extends Model<InferAttributes<Invoice>, InferCreationAttributes<Invoice>> {
  declare id: CreationOptional<number>
  declare projectId: number
  declare isTest: boolean
  declare status: InvoiceStatus
  declare amount: number
  declare currency: string
  /** As the customer reads it, such as INV-0001; given when it opens. */
  declare number: string | null
  /** The number's own count, without a gap in this project and mode. */
  declare sequence: number | null
  declare customerId: number | null
  declare customerEmail: string | null
  declare clientReferenceId: string | null
  /** Null in a draft that leaves it to the day of its opening. */
  declare dueDate: Date | null
  /** The language in which its page was last used to pay. */
  declare pageLocale: Locale | null
  /** The payment that is being made: started, or reported and waiting for the merchant. */
  declare activePaymentId: number | null
  declare paymentMethod: string | null
  declare paidAt: Date | null
  declare receiptNumber: string | null
  declare testClockId: number | null
  declare updatedAt: Date
}

export function defineInvoice(sequelize: Sequelize): void {
  Invoice.init(
    {
      id: primaryKey,
      projectId: ID,
      isTest: DataTypes.BOOLEAN,
      status: DataTypes.STRING(16),
      amount: DataTypes.BIGINT,
      currency: DataTypes.CHAR(3),
      number: DataTypes.STRING(32),
      sequence: DataTypes.INTEGER,
      customerId: ID,
      customerEmail: DataTypes.STRING(254),
      clientReferenceId: DataTypes.STRING(191),
      dueDate: TIME,
      pageLocale: DataTypes.CHAR(2),
      activePaymentId: ID,
      paymentMethod: DataTypes.STRING(32),
      paidAt: TIME,
      receiptNumber: DataTypes.STRING(32),
      testClockId: ID,
      updatedAt: TIME,
    },
    { sequelize, tableName: 'invoices' },
  )
}
