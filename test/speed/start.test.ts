import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect } from 'chai'

const LOADED = `
  import { createRequire } from 'node:module'
  await import(process.argv.at(-1))
  const files = Object.keys(createRequire(import.meta.url).cache)
  process.stdout.write(JSON.stringify(files), () => process.exit(0))`

/** Returns the dependencies that a built process loads at its start, without ES modules, which Node does not list. */
async function loadedBy(file: string): Promise<string[]> {
  const args = ['--input-type=module', '-e', LOADED, file]
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 24 })
  const files = JSON.parse(stdout) as string[]
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: object }
  return Object.keys(dependencies)
    .filter((name) => files.some((path) => path.includes(`/node_modules/${name}/`)))
    .sort()
}

/** A package costs memory and time at every start, so packages that are needed later are loaded `lazily`. */
describe('the start of a process', () => {
  // mysql2 loads iconv-lite itself.
  const BOTH = ['iconv-lite', 'ioredis', 'ipaddr.js', 'joi', 'mysql2', 'pino', 'prom-client', 'sequelize']

  it('loads the packages of the first request for the web', async () => {
    expect(await loadedBy('./dist/api/app.js')).to.deep.equal([...BOTH, 'cookie', 'express'].sort())
  })

  // BullMQ loads luxon itself.
  it('loads the packages that take jobs for a worker', async () => {
    expect(await loadedBy('./dist/worker/consume.js')).to.deep.equal([...BOTH, 'bullmq', 'luxon'].sort())
  })
})
