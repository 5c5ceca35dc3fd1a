import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { build } from './build.ts'
import { report, start, stopEverything, Trouble, withCleanUp, type Running } from './processes.ts'
import { mariadbPackage, redisPackage, startMariadb, startRedis } from './servers.ts'
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
const countsFile = join(folder, 'counts.json')

/** Goes on when something is red: one run shows all there is to mend. The last line counts it all. */
async function main(): Promise<number> {
  const onlyTests = process.argv.includes('--only-tests')
  const wrong = onlyTests ? [] : await failedChecks()
  try {
    await build()
  } catch (error) {
    report(error)
    if (onlyTests) console.log('The build has errors, see above; running the tests all the same.')
    else wrong.push('build')
  }

  const args = process.argv.slice(2).filter((arg) => arg !== '--only-tests')
  try {
    const code = await runTests(args, await environment())
    if (code !== 0 && counts().failed === 0) wrong.push('tests, which did not run to their end')
  } catch (error) {
    report(error)
    wrong.push('tests')
  }
  const { passed, failed } = counts()
  if (wrong.length > 0) console.log(`Failed, see above: ${wrong.join(', ')}\n`)
  console.log(`${passed} passed, ${failed + wrong.length} failed`)
  return failed + wrong.length === 0 ? 0 : 1
}

/** What the reporter counted, when the tests came to their end. */
function counts(): { passed: number; failed: number } {
  if (!existsSync(countsFile)) return { passed: 0, failed: 0 }
  return JSON.parse(readFileSync(countsFile, 'utf8')) as { passed: number; failed: number }
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
  install({ ...mariadbPackage, ...redisPackage, ...(process.env.CHROMIUM ? {} : { chromium: browsers }) })
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
    RATE_LIMIT_PER_SECOND: '1000000', // tests that are about it bring limits of their own
    LOG_LEVEL: 'fatal',
    TEST_COUNTS: countsFile,
  }
}

async function runTests(args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const command = ['--import', 'tsx', 'node_modules/mocha/bin/mocha.js', ...mochaArguments(args)]
  const mocha = start('mocha', 'node', command, { env, wholeGroup: true })
  const outcome = await Promise.race([codeOf(mocha), stuck()])
  if (outcome !== 'stuck') return outcome
  throw new Trouble('The tests are over, but left something open: the process would not end.')
}

/**
 * The settings of .mocharc.json, but for two things: the paths given replace its own (mocha would add them),
 * and mocha is one process, which ends when it is told to. A folder means the tests in it.
 */
function mochaArguments(args: string[]): string[] {
  const isPath = (arg: string) => !arg.startsWith('-') && existsSync(arg)
  const config = JSON.parse(readFileSync('.mocharc.json', 'utf8')) as Record<string, unknown>
  delete config['node-option']
  if (args.some(isPath)) delete config.spec
  const file = join(folder, 'mocharc.json')
  writeFileSync(file, JSON.stringify(config))
  const paths = args.map((arg) =>
    isPath(arg) && statSync(arg).isDirectory() ? join(arg, '**/*.test.ts') : arg,
  )
  return ['--config', file, ...paths]
}

/** Tests that leave a connection open must fail, not hang. */
async function stuck(): Promise<'stuck'> {
  while (!existsSync(countsFile)) await sleep(200)
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
