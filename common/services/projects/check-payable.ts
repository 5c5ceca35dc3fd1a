import type { Amount } from '../../kit/money.ts'
import type { Problems } from '../../kit/refusal.ts'
import { settingsForms } from '../../methods/all.ts'
import { offeredMethods } from '../../methods/offered.ts'
import type { Project, Scope } from './project.ts'

/** Returns whether the project can be paid in this mode. Test mode always has a simulated method. */
export function canBePaid(project: Project, isTest: boolean): boolean {
  return offeredMethods(project, isTest).length > 0
}

/** The settings for error messages. At least one must be enabled. */
export const METHOD_SETTINGS = settingsForms.map(({ name }) => `payment_methods.${name}`).join(', ')

/** Adds a problem if no payment method accepts this amount: the customer could not pay. */
export function checkPayable(
  { project, isTest }: Scope,
  amount: Amount,
  path: string,
  problems: Problems,
): void {
  if (amount === 0 || offeredMethods(project, isTest, amount).length > 0) return
  const enabled = canBePaid(project, isTest) ? 'accepts this amount' : 'is enabled'
  problems.add('no_payment_method', path, { project: project.id, settings: METHOD_SETTINGS, enabled })
}
