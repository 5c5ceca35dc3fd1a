import type { Role } from '../../common/domain/members/role.ts'
import type { Scope } from '../../common/services/projects/project.ts'
import type { Mode } from './addresses.ts'
import type { Done } from './done.ts'
import type { MemberVisit } from './member-visit.ts'

/** A page of a project, for a member who may see it. */
export interface ProjectVisit extends MemberVisit {
  scope: Scope
  mode: Mode
  role: Role
  /** The result of the form before this page; null without one. */
  done: Done | null
}

/** Returns the address of a page in the project and mode of the visit. */
export function addressIn(
  { addresses, scope, mode }: Pick<ProjectVisit, 'addresses' | 'scope' | 'mode'>,
  path: string,
  query?: Record<string, string>,
): string {
  return addresses.inProject(scope.project.id, mode, path, query)
}

/** Returns how a body of the API is read: by the mode and the currency. */
export function readingOf({ scope: { isTest, project } }: ProjectVisit): {
  isTest: boolean
  currency: string
} {
  return { isTest, currency: project.currency }
}
