import { readFileSync, writeFileSync } from 'node:fs'

/** What a pretended provider has left in a file; undefined where there is none, or none that can be read. */
export function readKept(file: string | undefined): unknown {
  if (file === undefined) return undefined
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as unknown
  } catch {
    return undefined
  }
}

/** Keeps what a pretended provider has for the next one that is started in its place. */
export function writeKept(file: string | undefined, kept: object): void {
  if (file !== undefined) writeFileSync(file, JSON.stringify(kept), { mode: 0o600 })
}
