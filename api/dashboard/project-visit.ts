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
