import type { Scope } from '../../../common/services/projects/project.ts'

/** One way to do the work of a group. */
export interface Way {
  name: string
  /** Does the work once. `number` differs each time. It is negative while the way warms up. */
  run: (scope: Scope, number: number) => Promise<unknown>
}

/** Work that is done in several ways, first by raw SQL. */
export interface Group {
  work: string
  ways: readonly Way[]
  /** How often a turn does the work. */
  times: number
}
