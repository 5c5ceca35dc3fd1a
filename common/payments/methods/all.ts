import type { Scope } from '../../projects/project.ts'
import { bankTransfer } from './bank-transfer.ts'
import type { PaymentMethod } from './method.ts'
import { test } from './test.ts'

const methods: readonly PaymentMethod[] = [test, bankTransfer]

/** The methods that a customer of this project and mode can choose, in the order of the page. */
export function offeredMethods(scope: Scope): PaymentMethod[] {
  return methods.filter((method) => method.offered(scope))
}

/** The method by its name; its payments may still need it after the project has switched it off. */
export function methodNamed(name: string): PaymentMethod {
  const method = methods.find((candidate) => candidate.name === name)
  if (!method) throw new Error(`there is no payment method ${name}`)
  return method
}
