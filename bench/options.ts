import { parseArgs } from 'node:util'

/** The options of a part. */
export interface Options {
  /** Number of comparisons of floor and service. */
  pairs: number
  /** The time of one measurement. */
  seconds: number
  connections: number
  /** A folder for V8's profiles of the service, or null. */
  profile: string | null
  /** Lets `period-ends` work to the last row, instead of 20 seconds. */
  whole: boolean
}

export interface CommandLine extends Options {
  /** The names of parts. Empty for all. */
  parts: string[]
  /** Compares with the stored results and does not store the new ones. */
  check: boolean
}

export function readCommandLine(args: string[]): CommandLine {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      pairs: { type: 'string', default: '6' },
      seconds: { type: 'string', default: '5' },
      connections: { type: 'string', default: '32' },
      profile: { type: 'string' },
      whole: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
    },
  })
  return {
    parts: positionals,
    check: values.check,
    whole: values.whole,
    profile: values.profile ?? null,
    pairs: bounded(values.pairs, 1, 50),
    seconds: bounded(values.seconds, 1, 60),
    connections: bounded(values.connections, 1, 500),
  }
}

function bounded(text: string, least: number, most: number): number {
  const number = Number(text)
  if (Number.isInteger(number) && number >= least && number <= most) return number
  throw new Error(`'${text}' must be a whole number from ${least} to ${most}`)
}
