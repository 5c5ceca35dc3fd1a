import { readPhone } from '../../kit/phone.ts'
import type { Problems } from '../../kit/refusal.ts'
import type { Scope } from '../projects/project.ts'

/**
 * Returns the phone in E.164. Returns null, undefined and invalid phones unchanged; an invalid one adds a problem.
 */
export function checkPhone<Given extends string | null | undefined>(
  given: Given,
  scope: Scope,
  problems: Problems,
): Given | string {
  if (given == null) return given
  const phone = readPhone(given, scope.project.country)
  if (phone !== null) return phone
  const sentence = `phone cannot be read as a phone number. Send it with its country's prefix, such as +97699112233.`
  problems.add('validation_failed', 'phone', { sentence })
  return given
}
