import { trace } from './log.ts'

/** Share for work that belongs to no project, or not yet. */
export const NO_PROJECT = 0

/** Counts the further work of this request or job for a project (docs/decisions/0075-fair-connections.md). */
export function useShareOf(projectId: number): void {
  const store = trace.getStore()
  if (store) store.share = projectId
}

/** Returns the project that this request or job counts for. */
export function currentShare(): number {
  return trace.getStore()?.share ?? NO_PROJECT
}
