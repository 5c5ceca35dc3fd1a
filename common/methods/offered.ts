import type { Amount } from '../kit/money.ts'
import { methods } from './all.ts'
import type { PaymentMethod } from './method.ts'
import { methodOrder } from './order.ts'
import { type PaymentSettings, valuesOf } from './settings.ts'

/** Fields of a project that decide its payment methods. */
export interface PaidShop {
  currency: string
  paymentSettings: PaymentSettings
  paymentMethodOrder: readonly string[]
}

/**
 * Returns the methods that a customer can choose in this mode for one of these amounts, or for any amount if
 * none is given. In the merchant's order; the simulated method comes first.
 */
export function offeredMethods(shop: PaidShop, isTest: boolean, ...amounts: Amount[]): PaymentMethod[] {
  const { currency, paymentSettings } = shop
  const order = methodOrder(shop.paymentMethodOrder)
  const isTaken = ({ settings }: PaymentMethod) =>
    amounts.length === 0 || amounts.some((amount) => settings.takes?.(amount, currency) ?? true)
  return methods
    .filter((method) =>
      method.settings.offered({ isTest, currency, values: valuesOf(paymentSettings, method, isTest) }),
    )
    .filter(isTaken)
    .sort((one, other) => order.indexOf(one.name) - order.indexOf(other.name))
}
