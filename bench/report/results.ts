import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Options } from '../options.ts'
import type { PartResult } from '../result.ts'
import { commit, type Machine, machine } from './machine.ts'

/** The result of a part, with the circumstances of its measurement. */
export interface StoredPart extends PartResult {
  measuredAt: string
  commit: string
  machine: Machine
  settings: Pick<Options, 'connections' | 'pairs' | 'seconds'>
}

/** Results by the name of the part. */
export type Results = Record<string, StoredPart>

const FILE = 'bench/results.json' // bin/bench runs in the project's folder

export function stored(result: PartResult, { connections, pairs, seconds }: Options): StoredPart {
  return {
    measuredAt: new Date().toISOString(),
    ...{ commit: commit(), machine: machine(), settings: { connections, pairs, seconds } },
    ...result,
  }
}

export function readResults(): Results {
  return existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as Results) : {}
}

/** Stores results. They replace earlier results of the same parts; other parts stay. */
export function writeResults(results: Results): void {
  writeFileSync(FILE, `${JSON.stringify({ ...readResults(), ...results }, null, 2)}\n`)
}
