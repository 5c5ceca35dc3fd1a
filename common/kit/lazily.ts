import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/**
 * A package that is loaded when something of it is first used: loading takes most of a process's start, and many a
 * process never needs it.
 */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- only who asks knows the type of what is loaded
export function lazily<Package>(name: string): () => Package {
  let loaded: Package | undefined
  return () => (loaded ??= require(name) as Package)
}
