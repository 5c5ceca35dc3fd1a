import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
} from 'sequelize'
import type { CheckoutObject, CheckoutStatus, CustomFieldObject } from '../../common/checkouts/object.ts'
import type { CheckoutClosedBy } from '../../common/checkouts/rules/status.ts'
import type { Locale } from '../../common/kit/format.ts'
import type { Purpose } from '../../common/subscriptions/rules/use.ts'
import { ID, json, primaryKey, TIME } from './columns.ts'

/** What changes in a checkout after it was made, and what deciding about that needs. */
export class Checkout extends Model<InferAttributes<Checkout>, InferCreationAttributes<Checkout>> {
  declare id: CreationOptional<number>
  declare projectId: number
  declare isTest: boolean
  declare token: string
  declare status: CheckoutStatus
  declare mode: CheckoutObject['mode']
  declare subscriptionId: number | null
  /** Of a subscription checkout: what it was made for, and at which version of the subscription. */
  declare purpose: Purpose | null
  declare subscriptionVersion: number | null
  declare amountSubtotal: number
  declare amountTotal: number
  declare creditAmount: number
  declare discounts: { amount: number; description: string }[] | null
  /** The codes entered on the page, in order of entry, and what each takes off. */
  declare promotionCodes: { id: number; code: string; amount: number }[] | null
  declare allowPromotionCodes: boolean
  /** Tries with codes that do not exist, and since when they are counted. */
  declare wrongCodes: number
  declare wrongCodesSince: Date | null
  declare customFields: CustomFieldObject[] | null
  declare phoneNumberCollection: boolean
  declare deliveryAddressCollection: boolean
  declare deliveryAddress: Record<string, string> | null
  /** Why it can no longer be paid though its time is not over. */
  declare closedBy: CheckoutClosedBy | null
  /** The checkout that "start again" made of this one. */
  declare restartedAs: number | null
  declare currency: string
  declare customerId: number | null
  declare customerEmail: string | null
  declare emailCollection: boolean
  declare phoneNumber: string | null
  declare locale: 'auto' | Locale
  /** The language in which its page was last used to pay. */
  declare pageLocale: Locale | null
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
      mode: DataTypes.STRING(16),
      subscriptionId: ID,
      purpose: DataTypes.STRING(8),
      subscriptionVersion: DataTypes.INTEGER,
      amountSubtotal: DataTypes.BIGINT,
      amountTotal: DataTypes.BIGINT,
      creditAmount: DataTypes.BIGINT,
      discounts: json('discounts'),
      promotionCodes: json('promotionCodes'),
      allowPromotionCodes: DataTypes.BOOLEAN,
      wrongCodes: DataTypes.INTEGER,
      wrongCodesSince: TIME,
      customFields: json('customFields'),
      phoneNumberCollection: DataTypes.BOOLEAN,
      deliveryAddressCollection: DataTypes.BOOLEAN,
      deliveryAddress: json('deliveryAddress'),
      closedBy: DataTypes.STRING(16),
      restartedAs: ID,
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
