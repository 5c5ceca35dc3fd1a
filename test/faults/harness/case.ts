import type { Deployment, Settings } from './deployment.ts'

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
  fault: (deployment: Deployment) => Promise<unknown>
  /** The test of `bin/test` that covers it with few requests: a file of test/ and a part of the title. */
  short: { file: string; title: string }
}

export interface Load {
  clients: number
  /** The longest pause of a client between two orders, in milliseconds. */
  idle: number
  /** Seconds of load before and after the fault. */
  before: number
  after: number
  /** Further clients that work without a pause during the fault. */
  crowd?: number
}

/** A load that leaves most of a small machine to the service. */
export const STEADY: Load = { clients: 8, idle: 400, before: 8, after: 12 }
