import type { Sequelize } from 'sequelize'
import { defineCheckout } from './checkout.ts'
import { defineInvoice } from './invoice.ts'
import { definePayment } from './payment.ts'
import { defineSubscription } from './subscription.ts'

/** Makes every model known, once for each pool. Their statements are sent by `db/models/save.ts`. */
export function defineModels(sequelize: Sequelize): Sequelize {
  defineCheckout(sequelize)
  defineInvoice(sequelize)
  definePayment(sequelize)
  defineSubscription(sequelize)
  return sequelize
}
