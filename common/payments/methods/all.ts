import { bankTransfer } from './bank-transfer/method.ts'
import type { PaymentMethod } from './method.ts'
import { qpay } from './qpay/method.ts'
import type { SettingsForm } from './settings.ts'
import { stripe } from './stripe/method.ts'
import { test } from './test/method.ts'

/** Every way to pay, in the order of the page. */
export const methods: readonly PaymentMethod[] = [test, qpay, stripe, bankTransfer]

/** The one that takes no money: what rehearsals and examples pay with. */
export const pretended: PaymentMethod = test

/** What merchants enter, for each method that needs to be told anything. */
export const settingsForms: readonly (SettingsForm & { name: string })[] = methods.flatMap(
  ({ name, settings: { form } }) => (form ? [{ name, ...form }] : []),
)

/** The names of those that a person confirms. */
export const claimable: readonly string[] = methods
  .filter(({ attempt }) => attempt.claim !== null)
  .map(({ name }) => name)

/** The method by its name, or null: a payment outlives a method that is no more. */
export function findMethod(name: string): PaymentMethod | null {
  return methods.find((method) => method.name === name) ?? null
}

/** The method by its name; its payments may still need it after the project has switched it off. */
export function getMethod(name: string): PaymentMethod {
  const method = findMethod(name)
  if (!method) throw new Error(`there is no payment method ${name}`)
  return method
}

/**
 * Which of these ways to pay is chosen from the start, or undefined: one alone needs no choice; between
 * several the customer chooses, not we, unless no money is meant.
 */
export function preselected(names: readonly string[]): string | undefined {
  return names.length === 1 ? names[0] : names.find((name) => getMethod(name).page.preselected)
}
