import { methods } from './all.ts'
import type { PaymentMethod } from './method.ts'
import { type PaymentSettings, valuesOf } from './settings.ts'

/** The methods that a customer can choose in this mode of a project with these settings, in the order of the page. */
export function offeredMethods(paymentSettings: PaymentSettings, isTest: boolean): PaymentMethod[] {
  return methods.filter((method) =>
    method.settings.offered({ isTest, values: valuesOf(paymentSettings, method, isTest) }),
  )
}
