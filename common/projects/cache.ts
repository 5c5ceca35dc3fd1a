import { onConnection } from '../../db/sql.ts'
import { onPublished } from '../runtime/publish.ts'
import { findProject } from './find.ts'
import type { Project } from './project.ts'

const CACHED_FOR = 5_000

const cache = new Map<number, { project: Promise<Project | null>; until: number }>()

/** The project, up to five seconds old: settings change seldom and every page asks for them. */
export function cachedProject(id: number): Promise<Project | null> {
  const found = cache.get(id)
  if (found && found.until > performance.now()) return found.project
  const project = onConnection((sql) => findProject(sql, id))
  cache.set(id, { project, until: performance.now() + CACHED_FOR })
  project.catch(() => cache.delete(id))
  return project
}

/** After a change: the next look-up of this process reads it anew. */
export function dropCachedProject(id: number): void {
  cache.delete(id)
}

onPublished('project.changed', dropCachedProject)
