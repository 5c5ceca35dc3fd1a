import type { Amount } from '../kit/money.ts'
import { methods } from './all.ts'
import type { PaymentMethod } from './method.ts'
import { methodOrder } from './order.ts'
import { type PaymentSettings, valuesOf } from './settings.ts'

/** The fields of a project that decide which payment methods it offers. */
export interface PaymentSetup {
  currency: string
  paymentSettings: PaymentSettings
  paymentMethodOrder: readonly string[]
}

/**
 * Returns the methods that a customer can choose in this mode, in the merchant's order; the simulated method
 * comes first. With amounts: only methods that accept one of them.
 */
export function offeredMethods(setup: PaymentSetup, isTest: boolean, ...amounts: Amount[]): PaymentMethod[] {
  const { currency, paymentSettings } = setup
  const order = methodOrder(setup.paymentMethodOrder)
  const isAccepted = ({ settings }: PaymentMethod) =>
    amounts.length === 0 || amounts.some((amount) => settings.accepts?.(amount, currency) ?? true)
  return methods
    .filter((method) =>
      method.settings.offered({ isTest, currency, values: valuesOf(paymentSettings, method, isTest) }),
    )
    .filter(isAccepted)
    .sort((one, other) => order.indexOf(one.name) - order.indexOf(other.name))
}
