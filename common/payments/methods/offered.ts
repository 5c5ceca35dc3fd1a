import { methods } from './all.ts'
import type { PaymentMethod } from './method.ts'
import { methodOrder } from './order.ts'
import { type PaymentSettings, valuesOf } from './settings.ts'

/** What of a project decides how it can be paid. */
export interface PaidShop {
  currency: string
  paymentSettings: PaymentSettings
  paymentMethodOrder: readonly string[]
}

/** The methods that a customer can choose in this mode, in the merchant's order; one that takes no money comes first. */
export function offeredMethods(shop: PaidShop, isTest: boolean): PaymentMethod[] {
  const { currency, paymentSettings } = shop
  const order = methodOrder(shop.paymentMethodOrder)
  return methods
    .filter((method) =>
      method.settings.offered({ isTest, currency, values: valuesOf(paymentSettings, method, isTest) }),
    )
    .sort((one, other) => order.indexOf(one.name) - order.indexOf(other.name))
}
