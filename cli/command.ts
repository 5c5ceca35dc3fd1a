import type { Screen } from './screen.ts'

/** An option that takes a value, `--name NAME`, or none. */
export interface Option {
  /** What stands for the value in the help; none where it is only given or not, and then it is `yes`. */
  value?: string
  help: string
  required?: boolean
}

export interface Given {
  /** What follows the command's name. */
  operands: string[]
  options: Partial<Record<string, string>>
}

export interface Printed {
  /** The one document that `--json` prints. */
  json: unknown
  /** The same for a person. */
  text: string
  /** A check that failed: printed as an answer, but the exit code is 1. */
  failed?: boolean
}

/** One command of the command line: everything that the parser, the help and the dispatcher need of it. */
export interface Command {
  /** `project create`. */
  name: string
  summary: string
  /** The words it needs after its name, such as `ID`; one in brackets may be left out. */
  operands?: string[]
  options?: Record<string, Option>
  /** Null where it has printed all there is on the `screen`, as it came. */
  run(given: Given, screen: Screen): Promise<Printed | null>
}

/** What was typed is not a command: exit code 2, and what would be one. */
export class Misuse extends Error {
  readonly problems: string[]

  constructor(problems: string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}
