import type { Role } from './role.ts'

/** A member of a project, as commands and pages show it. */
export interface MemberObject {
  id: number
  project_id: number
  email: string
  name: string | null
  role: Role
  /** When the member joined this project. */
  created_at: string
}
