import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'

const IMPORT = 'await import(process.argv.at(-1)); process.exit(0)'

/** Returns the dependencies that a built process loads at its start. V8's coverage lists all loaded files, ES modules too. */
async function loadedBy(file: string): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tolbor-loaded-'))
  try {
    const env = { ...process.env, NODE_V8_COVERAGE: folder }
    await promisify(execFile)(process.execPath, ['--input-type=module', '-e', IMPORT, file], { env })
    const [report] = readdirSync(folder)
    const { result } = JSON.parse(readFileSync(join(folder, report!), 'utf8')) as {
      result: { url: string }[]
    }
    const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: object }
    return Object.keys(dependencies)
      .filter((name) => result.some(({ url }) => url.includes(`/node_modules/${name}/`)))
      .sort()
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A package costs memory and time at every start, so packages that are needed later are loaded `lazily`. */
describe('the start of a process', () => {
  // mysql2 loads iconv-lite itself.
  const BOTH = ['iconv-lite', 'ioredis', 'ipaddr.js', 'joi', 'mysql2', 'pino', 'prom-client', 'sequelize']

  // Small ES modules: not every version of Node.js can load them in the middle of a synchronous call.
  const SMALL = ['any-ascii', 'marked', 'uqr']

  it('loads the packages of the first request for the web', async () => {
    expect(await loadedBy('./dist/api/app.js')).to.deep.equal(
      [...BOTH, 'cookie', 'express', 'helmet', ...SMALL].sort(),
    )
  })

  for (const name of ['api', 'worker'])
    it(`does not load Node's own fetch, which takes 15 MiB: ${name}`, async () => {
      // Without its settings a process ends as soon as its modules are loaded.
      const print =
        'data:text/javascript,process.on("exit", () => console.log(process.moduleLoadList.join()))'
      const args = ['--import', print, `./dist/${name}/main.js`]
      const env = { PATH: process.env.PATH }
      const ended = promisify(execFile)(process.execPath, args, { env }).catch((error: unknown) => error)
      const { stdout } = (await ended) as { stdout: string }
      expect(stdout.split(','))
        .to.include('NativeModule http')
        .and.not.include('NativeModule internal/deps/undici/undici')
    })

  // BullMQ loads luxon itself.
  it('loads the packages that take jobs for a worker', async () => {
    expect(await loadedBy('./dist/worker/consume.js')).to.deep.equal([...BOTH, 'bullmq', 'luxon'].sort())
  })
})
