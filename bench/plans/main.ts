import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { enginesNamed } from '../../dev/engines/catalog.ts'
import { stopEverything, withCleanUp } from '../../dev/processes.ts'
import { testEnvironment } from '../../test/runner/environment.ts'

/**
 * Fills a database with a million rows of each kind, and requests every list with every filter. Prints the time and the
 * indexes of each. Then pages through 100 000 rows during concurrent inserts. At the end measures the pages of the dashboard, and
 * exports. `npm run bench -- plans` runs it.
 */
const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    walk: { type: 'string', default: '100000' },
    /** Measures only the pages of the dashboard. */
    pages: { type: 'boolean', default: false },
    /** Prints the plan of every statement, not only of slow ones. */
    verbose: { type: 'boolean', default: false },
  },
})

mkdirSync('.data', { recursive: true, mode: 0o700 })
const folder = mkdtempSync('.data/plans-')

async function main(): Promise<number> {
  Object.assign(process.env, await testEnvironment(`${folder}/servers`, enginesNamed('')))
  // Imported only now, because these modules read the environment.
  const { measureLists } = await import('./measure.ts')
  const { measurePages } = await import('./pages.ts')
  const { pageThrough } = await import('./page-through.ts')
  const { prepareShop, close } = await import('./shop.ts')
  const shop = await prepareShop(Number(values.rows))
  const server = shop.app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const base = `${origin}/v1/projects/${shop.projectId}`
  try {
    let isGood = true
    if (!values.pages) {
      isGood = (await measureLists({ ...shop, base }, values.verbose)) === 0
      isGood = (await pageThrough({ ...shop, base }, Number(values.walk))) && isGood
    }
    return (await measurePages(shop, origin)) === 0 && isGood ? 0 : 1
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
