import type { SentenceKey } from '../kit/sentence-key.ts'
import { bankTransfer } from './bank-transfer/method.ts'
import type { ManualSentence } from './manual.ts'
import type { PaymentMethod } from './method.ts'
import { qpay } from './qpay/method.ts'
import type { SettingsForm } from './settings.ts'
import { stripe } from './stripe/method.ts'
import { test } from './test/method.ts'

/** All payment methods, in the order of the page. */
export const methods: readonly PaymentMethod[] = [
  test, // takes no money
  qpay,
  stripe,
  bankTransfer,
]

/** The simulated method, which takes no money: for rehearsals and examples. */
export const simulated: PaymentMethod = test

/** Settings forms of all methods that have settings. */
export const settingsForms: readonly (SettingsForm & { name: string })[] = methods.flatMap(
  ({ name, settings: { form } }) => (form ? [{ name, ...form }] : []),
)

/** Names of the methods that a person confirms. */
export const manualMethods: readonly string[] = methods
  .filter(({ attempt }) => attempt.manual !== null)
  .map(({ name }) => name)

/** Names of the methods whose payments the customer reports. */
export const reportedMethods: readonly string[] = manualMethods.filter(
  (name) => getMethod(name).attempt.manual!.report !== null,
)

/** Finds a method by name; returns null if it was removed, since its payments remain. */
export function findMethod(name: string): PaymentMethod | null {
  return methods.find((method) => method.name === name) ?? null
}

/** Returns a method by name, even if the project has disabled it: its payments may still need it. */
export function getMethod(name: string): PaymentMethod {
  const method = findMethod(name)
  if (!method) throw new Error(`there is no payment method ${name}`)
  return method
}

/**
 * Returns the key of a manual method's own sentence. Payments of a method that was removed have the sentences
 * of the first manual method.
 */
export function manualSentence(method: string | undefined, sentence: ManualSentence): SentenceKey {
  const manual = method === undefined ? null : findMethod(method)?.attempt.manual
  return (manual ?? getMethod(manualMethods[0]!).attempt.manual!).sentence(sentence)
}

/**
 * Returns the method that is selected initially, if any: the only one, or the simulated one. Between several
 * real methods the customer chooses.
 */
export function preselected(names: readonly string[]): string | undefined {
  return names.length === 1 ? names[0] : names.find((name) => getMethod(name).page.preselected)
}
