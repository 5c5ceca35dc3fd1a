import { Addresses } from '../../api/dashboard/addresses.ts'
import type { AccountInput, ProjectInput } from '../../api/dashboard/frame.ts'
import type { Locale } from '../../common/kit/languages.ts'
import { project } from '../pages/view/fixtures.ts'

export const EMAIL = 'saraa@nomynulgii.mn'

/** Returns the input of a page of a member's account. */
export function account(locale: Locale): AccountInput {
  return { locale, formToken: 'f0rm', addresses: new Addresses(locale), email: EMAIL }
}

/** Returns the input of a page of a project. */
export function inShop(locale: Locale, changes: Partial<ProjectInput> = {}): ProjectInput {
  return { ...account(locale), project, isTest: true, role: 'owner', ...changes }
}
