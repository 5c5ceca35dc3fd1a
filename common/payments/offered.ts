import type { Scope } from '../projects/project.ts'
import { methods } from './methods/all.ts'
import type { PaymentMethod } from './methods/method.ts'

/** The methods that a customer of this project and mode can choose, in the order of the page. */
export function offeredMethods({ project, isTest }: Scope): PaymentMethod[] {
  return methods.filter(({ name, settings }) =>
    settings.offered({ isTest, values: project.paymentSettings[name] }),
  )
}
