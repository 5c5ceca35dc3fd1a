import { readFileSync, writeFileSync } from 'node:fs'

/** Returns the state that an earlier fake saved, or undefined without a file or if the file is not readable. */
export function readState(file: string | undefined): unknown {
  if (file === undefined) return undefined
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as unknown
  } catch {
    return undefined
  }
}

/** Saves the state of a fake, so that a restarted fake continues with it. */
export function writeState(file: string | undefined, state: object): void {
  if (file !== undefined) writeFileSync(file, JSON.stringify(state), { mode: 0o600 })
}
