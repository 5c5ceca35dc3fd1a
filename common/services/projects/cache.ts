import { onConnection } from '../../../db/sql.ts'
import { onPublished } from '../../runtime/publish.ts'
import { findProject } from './find.ts'
import type { Project } from './project.ts'

/** Pages show a new account number within two seconds, even if Redis does not announce the change. */
const CACHED_FOR = 1_500

const cache = new Map<number, { project: Promise<Project | null>; until: number }>()

/** Returns the project, at most 1.5 seconds old: settings rarely change and every page reads them. */
export function cachedProject(id: number): Promise<Project | null> {
  const found = cache.get(id)
  if (found && found.until > performance.now()) return found.project
  const project = onConnection((sql) => findProject(sql, id))
  cache.set(id, { project, until: performance.now() + CACHED_FOR })
  project.catch(() => cache.delete(id))
  return project
}

/** Drops the project from this process's cache after a change. */
export function dropCachedProject(id: number): void {
  cache.delete(id)
}

onPublished('project.changed', dropCachedProject)
