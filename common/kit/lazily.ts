import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/**
 * Loads a package on first use. Loading packages takes most of a process's start time, and many processes never need
 * this one.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- only the caller knows the package's type
export function lazily<Package>(name: string): () => Package {
  let loaded: Package | undefined
  return () => (loaded ??= require(name) as Package)
}
