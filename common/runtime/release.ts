import { readFileSync } from 'node:fs'

/** Version of this release, from package.json. The compiled service runs from dist/, one folder deeper. */
export const release: string = readVersion()

function readVersion(): string {
  for (const path of ['../../package.json', '../../../package.json']) {
    try {
      const text = readFileSync(new URL(path, import.meta.url), 'utf8')
      return (JSON.parse(text) as { version: string }).version
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
  throw new Error('package.json is missing next to dist/')
}
