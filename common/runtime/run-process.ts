import { ConfigError } from './config.ts'
import { growForWork } from './heap.ts'

/** Runs a process. A configuration error prints its message without a stack and ends the process. */
export function runProcess(main: () => void): void {
  growForWork()
  try {
    main()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
