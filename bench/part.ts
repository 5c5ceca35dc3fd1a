import { closeDatabase } from '../db/connection.ts'
import type { Options } from './options.ts'
import { parts } from './parts.ts'
import type { FilledShop } from './parts/types.ts'
import { endChildren } from './run/children.ts'

/** Runs one part in this process, and sends the result to the parent. The environment has the part's own database. */
const [name = '', json = '{}'] = process.argv.slice(2)
const { options, filled } = JSON.parse(json) as { options: Options; filled: FilledShop[] }
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
