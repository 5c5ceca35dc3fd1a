import type { Differences } from './compare.ts'
import type { Deployment, Settings } from './deployment.ts'
import type { Journal } from './journal.ts'

/** One way in which a machine, a process or an engine fails while clients work. */
export interface FaultCase {
  name: string
  /** The fault as a sentence, for the table of results. */
  about: string
  /** The engines, as `bin/test --engine` takes them. Those that are not named are MariaDB and Redis. */
  engine: string
  load: Load
  settings?: Settings | (() => Promise<Settings>)
  /** Whether each request must succeed at its first attempt. */
  neverFails?: boolean
  /** Fills the database before the clients start. */
  prepare?: (deployment: Deployment) => Promise<void>
  /**
   * Causes the fault and ends it. Clients work before, meanwhile and afterwards. Throws if there was no fault. A text that
   * it returns is added to the table of results.
   */
  fault: (deployment: Deployment, journal: Journal) => Promise<unknown>
  /** Runs after the comparison. `compareAgain` finds what has changed since. */
  afterwards?: (
    deployment: Deployment,
    journal: Journal,
    compareAgain: () => Promise<Differences>,
  ) => Promise<void>
  /** The tests of `bin/test` that cause the same failure with few requests. Their titles name this case. */
  short: Short
}

export interface Short {
  /** A file of test/. */
  file: string
  /** The engines without which the tests do not exist. By default they run on every engine. */
  engine?: string
}

export interface Load {
  clients: number
  /** The longest pause of a client between two orders, in milliseconds. */
  idle: number
  /** Seconds of load before and after the fault. */
  before: number
  after: number
}

/** A load that leaves most of a small machine to the service. */
export const STEADY: Load = { clients: 8, idle: 400, before: 8, after: 12 }
