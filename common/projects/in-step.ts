import { type Condition, equal } from '../../db/listing.ts'
import type { Scope } from './project.ts'

/**
 * Whose rows a list has, where their ids rise with the time of creation: in live mode. In test mode some were
 * created at the time of a test clock, and later ids may be years older (docs/decisions/0035).
 */
export function inStep({ project, isTest }: Scope): Condition[] | undefined {
  return isTest ? undefined : equal({ project_id: project.id, is_test: false })
}
