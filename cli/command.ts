import type { Screen } from './screen.ts'

/** An option with a value, `--name NAME`, or a flag without one. */
export interface Option {
  /** Placeholder of the value in the help. Missing for a flag, whose value is `yes`. */
  value?: string
  help: string
  required?: boolean
}

export interface Given {
  /** Arguments after the command's name. */
  operands: string[]
  options: Partial<Record<string, string>>
}

export interface Printed {
  /** The one document that `--json` prints. */
  json: unknown
  /** The same for people. */
  text: string
  /** The check failed: the result is printed, but the exit code is 1. */
  failed?: boolean
}

/** One command of the command line, as the parser, the help and the dispatcher use it. */
export interface Command {
  /** For example `project create`. */
  name: string
  summary: string
  /** Required arguments after the name, such as `ID`; one in brackets is optional. */
  operands?: string[]
  options?: Record<string, Option>
  /** True: works without configuration. */
  needsNothing?: true
  /** Returns null if it has already printed everything on the `screen`. */
  run(given: Given, screen: Screen): Promise<Printed | null>
}

/** The command line is not valid: exit code 2. The message says how to correct it. */
export class UsageError extends Error {
  readonly problems: string[]

  constructor(problems: string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}
