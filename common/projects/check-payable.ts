import type { Amount } from '../kit/money.ts'
import type { Problems } from '../kit/refusal.ts'
import { settingsForms } from '../payments/methods/all.ts'
import { offeredMethods } from '../payments/methods/offered.ts'
import type { Project, Scope } from './project.ts'

/** Whether anybody can pay the project something in this mode. In test mode a pretended method always can. */
export function canBePaid(project: Project, isTest: boolean): boolean {
  return offeredMethods(project, isTest).length > 0
}

/** What the settings call the methods of which one has to be enabled. */
export const METHOD_SETTINGS = settingsForms.map(({ name }) => `payment_methods.${name}`).join(', ')

/** Refuses to ask for money that nobody could pay: the customer would meet a page without a way on. */
export function checkPayable(
  { project, isTest }: Scope,
  amount: Amount,
  path: string,
  problems: Problems,
): void {
  if (amount === 0 || canBePaid(project, isTest)) return
  problems.add('no_payment_method', path, { project: project.id, settings: METHOD_SETTINGS })
}
