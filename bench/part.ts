import { closeDatabase } from '../db/connection.ts'
import type { Options } from './options.ts'
import { parts } from './parts.ts'
import type { Filled } from './parts/part.ts'
import { endChildren } from './run/children.ts'

/** Runs one part in this process, whose environment names its database, and sends what it has found. */
const [name = '', told = '{}'] = process.argv.slice(2)
const { options, filled } = JSON.parse(told) as { options: Options; filled: Filled[] }
try {
  process.send?.(await parts[name]!.run(options, filled))
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  await endChildren()
  await closeDatabase()
  process.disconnect()
}
