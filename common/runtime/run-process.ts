import { ConfigError } from './config.ts'
import { keepHeapSmall } from './heap.ts'

/** Lets a process begin its work. What is wrong with its environment is said in words, and ends it. */
export function runProcess(main: () => void): void {
  keepHeapSmall()
  try {
    main()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
