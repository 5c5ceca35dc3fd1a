import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect } from 'chai'

const LOADED = `
  import { createRequire } from 'node:module'
  await import(process.argv.at(-1))
  const files = Object.keys(createRequire(import.meta.url).cache)
  process.stdout.write(JSON.stringify(files), () => process.exit(0))`

/** Which of our packages a process has loaded before it does anything, but for ES modules: Node does not say. */
async function loadedBy(file: string): Promise<string[]> {
  const args = ['--import', 'tsx', '--input-type=module', '-e', LOADED, file]
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 24 })
  const files = JSON.parse(stdout) as string[]
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: object }
  return Object.keys(dependencies)
    .filter((name) => files.some((path) => path.includes(`/node_modules/${name}/`)))
    .sort()
}

/** Each takes memory and time from every start: what is needed later is loaded later (`lazily`). */
describe('a process that starts', () => {
  const BOTH = ['ioredis', 'ipaddr.js', 'joi', 'mysql2', 'pino', 'prom-client', 'sequelize']

  it('loads for the web what the first request needs', async () => {
    expect(await loadedBy('./api/app.ts')).to.deep.equal([...BOTH, 'cookie', 'express'].sort())
  })

  // BullMQ loads luxon itself.
  it('loads for a worker what takes jobs', async () => {
    expect(await loadedBy('./worker/consume.ts')).to.deep.equal([...BOTH, 'bullmq', 'luxon'].sort())
  })
})
