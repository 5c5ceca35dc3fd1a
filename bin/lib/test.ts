import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { build } from './build.ts'
import { start, stopEverything, Trouble, withCleanUp, type Running } from './processes.ts'
import { serverPackages, startMariadb, startRedis } from './servers.ts'
import { find, install } from './system.ts'

const checks = {
  format: ['npm', 'run', '--silent', 'format:check'],
  lint: ['npm', 'run', '--silent', 'lint'],
  floors: ['npm', 'run', '--silent', 'floors'],
  unused: ['npm', 'run', '--silent', 'unused'],
  types: ['npm', 'run', '--silent', 'types'],
}
const browsers = ['chromium', 'chromium-browser', 'google-chrome']

const folder = mkdtempSync('/tmp/tolbor-test-') // not $TMPDIR: a socket's path must be short
const testsEnded = join(folder, 'ended')

/** Goes on when something is red: one run shows all there is to mend. */
async function main(): Promise<number> {
  const onlyTests = process.argv.includes('--only-tests')
  const failed = onlyTests ? [] : await failedChecks()
  try {
    await build()
  } catch (error) {
    console.log(error instanceof Error ? error.message : error)
    if (onlyTests) console.log('The build has errors, see above; running the tests all the same.')
    else failed.push('build')
  }

  const args = process.argv.slice(2).filter((arg) => arg !== '--only-tests')
  const code = await runTests(args, { ...(await environment()), FAILED_CHECKS: failed.join(',') })
  return failed.length > 0 ? 1 : code
}

async function failedChecks(): Promise<string[]> {
  const failed: string[] = []
  for (const [name, [command = '', ...args]] of Object.entries(checks)) {
    console.log(`Checking: ${name}`)
    if ((await codeOf(start(name, command, args, { wholeGroup: true }))) !== 0) failed.push(name)
  }
  return failed
}

/** What the processes under test are told. Never the developer's own DATABASE_URL: tests empty the tables. */
async function environment(): Promise<NodeJS.ProcessEnv> {
  install({ ...serverPackages, ...(process.env.CHROMIUM ? {} : { chromium: browsers }) })
  const settings = { folder, careless: true }
  const [mariadb, redis] = await Promise.all([startMariadb(settings, 'tolbor_test'), startRedis(settings)])
  return {
    ...process.env,
    NODE_ENV: 'test',
    DATABASE_URL: mariadb.url,
    REDIS_URL: redis.url,
    CHROMIUM: process.env.CHROMIUM ?? find(...browsers),
    SECRET_KEY: '0123456789abcdef'.repeat(4),
    BASE_URL: 'http://127.0.0.1:3000',
    PORT: '3000',
    EMAIL_FROM: 'Tolbor <billing@tolbor.test>',
    WEBHOOK_ALLOW_PRIVATE: '1',
    LOG_LEVEL: 'fatal',
    TESTS_ENDED: testsEnded,
  }
}

async function runTests(args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const mocha = start('mocha', 'node_modules/.bin/mocha', mochaArguments(args), { env, wholeGroup: true })
  const outcome = await Promise.race([codeOf(mocha), stuck()])
  if (outcome === 'stuck')
    throw new Trouble('The tests are over, but left something open: the process would not end.')
  if (!existsSync(testsEnded) && outcome !== 0)
    console.log('The tests did not run to their end.\n\n0 passed, 1 failed')
  return outcome
}

/** The paths given replace the ones of .mocharc.json (mocha itself would add them); a folder means its tests. */
function mochaArguments(args: string[]): string[] {
  const isPath = (arg: string) => !arg.startsWith('-') && existsSync(arg)
  if (!args.some(isPath)) return args
  const { spec: _, ...config } = JSON.parse(readFileSync('.mocharc.json', 'utf8')) as Record<string, unknown>
  const file = join(folder, 'mocharc.json')
  writeFileSync(file, JSON.stringify(config))
  const paths = args.map((arg) =>
    isPath(arg) && statSync(arg).isDirectory() ? join(arg, '**/*.test.ts') : arg,
  )
  return ['--config', file, ...paths]
}

/** Tests that leave a connection open must fail, not hang. */
async function stuck(): Promise<'stuck'> {
  while (!existsSync(testsEnded)) await sleep(200)
  await sleep(10_000)
  return 'stuck'
}

async function codeOf(process_: Running): Promise<number> {
  const how = await process_.ended
  return how === 'exit code 0' ? 0 : Number(/^exit code (\d+)$/.exec(how)?.[1] ?? 1)
}

await withCleanUp(main, async () => {
  await stopEverything()
  rmSync(folder, { recursive: true, force: true })
})
