import type { Sequelize } from 'sequelize'
import { defineCheckout } from './checkout.ts'
import { definePayment } from './payment.ts'

/** Binds every model to the pool, once, when it is made. */
export function defineModels(sequelize: Sequelize): Sequelize {
  defineCheckout(sequelize)
  definePayment(sequelize)
  return sequelize
}
