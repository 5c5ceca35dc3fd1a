import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { stopEverything, withCleanUp } from '../../dev/processes.ts'
import { testEnvironment } from '../../test/runner/environment.ts'

/**
 * Fills a database with a million rows of each kind, asks the API for every list by every filter, prints how long
 * each takes and by which index it is read, and walks through 100 000 rows while others write. `npm run bench -- plans`.
 */
const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    walk: { type: 'string', default: '100000' },
    /** Prints the plan of each statement, not only of those that read much. */
    verbose: { type: 'boolean', default: false },
  },
})

mkdirSync('.data', { recursive: true, mode: 0o700 })
const folder = mkdtempSync('.data/plans-')

async function main(): Promise<number> {
  Object.assign(process.env, await testEnvironment(`${folder}/servers`))
  // Only now: what these import reads the environment.
  const { measureLists } = await import('./measure.ts')
  const { walk } = await import('./walk.ts')
  const { prepare, close } = await import('./shop.ts')
  const shop = await prepare(Number(values.rows))
  const server = shop.app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/projects/${shop.projectId}`
  try {
    const slow = await measureLists({ ...shop, base }, values.verbose)
    const isWhole = await walk({ ...shop, base }, Number(values.walk))
    return slow === 0 && isWhole ? 0 : 1
  } finally {
    server.close()
    server.closeAllConnections()
    await close()
  }
}

await withCleanUp(main, async () => {
  await stopEverything()
  rmSync(folder, { recursive: true, force: true })
})
