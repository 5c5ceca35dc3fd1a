import type { Sequelize } from 'sequelize'
import { defineCheckout } from './checkout.ts'
import { defineInvoice } from './invoice.ts'
import { definePayment } from './payment.ts'
import { defineSubscription } from './subscription.ts'

/** Binds every model to the pool, once, when it is made. */
export function defineModels(sequelize: Sequelize): Sequelize {
  defineCheckout(sequelize)
  defineInvoice(sequelize)
  definePayment(sequelize)
  defineSubscription(sequelize)
  return sequelize
}
