import type { Amount } from '../../kit/money.ts'
import type { Problems } from '../../kit/refusal.ts'
import { settingsForms } from '../../methods/all.ts'
import { offeredMethods } from '../../methods/offered.ts'
import type { Project, Scope } from './project.ts'

/** Tells whether the project can be paid in this mode. Test mode always has a simulated method. */
export function canBePaid(project: Project, isTest: boolean): boolean {
  return offeredMethods(project, isTest).length > 0
}

/** The settings for error messages. At least one must be enabled. */
export const METHOD_SETTINGS = settingsForms.map(({ name }) => `payment_methods.${name}`).join(', ')

/** Adds a problem if no payment method takes this amount: the customer's page would be a dead end. */
export function checkPayable(
  { project, isTest }: Scope,
  amount: Amount,
  path: string,
  problems: Problems,
): void {
  if (amount === 0 || offeredMethods(project, isTest, amount).length > 0) return
  const enabled = canBePaid(project, isTest) ? 'takes this sum' : 'is enabled'
  problems.add('no_payment_method', path, { project: project.id, settings: METHOD_SETTINGS, enabled })
}
