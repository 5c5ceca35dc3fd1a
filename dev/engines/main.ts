import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { printError, UserError } from '../processes.ts'
import { actions } from './actions.ts'
import { engineNamed, engines, UNAVAILABLE } from './catalog.ts'

// bin/engines. Everything except addresses goes to standard error: eval "$(bin/engines mysql up)".

const USAGE = `Usage: bin/engines NAME up [--port PORT] | down | status
       bin/engines test [PATH …]

  up      installs or unpacks the engine, starts it on 127.0.0.1 without data, and prints its address
  down    stops it
  status  prints its address and its processes
  test    runs the tests on each engine, one after the other

${engines.map(({ name, about }) => `  ${name.padEnd(16)} ${about}`).join('\n')}

Use the address: eval "$(bin/engines mysql up)" && bin/dev`

/** Runs `bin/test --engine NAME` for each engine, and prints the results and the counts as a table at the end. */
function testAll(paths: readonly string[]): number {
  const folder = mkdtempSync(join(tmpdir(), 'tolbor-engines-'))
  const results = engines.map(({ name }) => {
    const args = ['--engine', name, ...(paths.length > 0 ? paths : ['test'])]
    const startedAt = Date.now()
    const countsFile = join(folder, name)
    const env = { ...process.env, TEST_COUNTS: countsFile }
    const { status } = spawnSync(resolve('bin/test'), args, { stdio: 'inherit', env })
    const counts = existsSync(countsFile) ? readFileSync(countsFile, 'utf8') : ''
    return { name, status, counts, minutes: ((Date.now() - startedAt) / 60_000).toFixed(1) }
  })
  rmSync(folder, { recursive: true })
  for (const { name, status, counts, minutes } of results)
    console.log(
      `${name.padEnd(16)} ${describeStatus(status).padEnd(10)} ${counts.padEnd(24)} ${minutes} minutes`,
    )
  return results.every(({ status }) => status === 0 || status === UNAVAILABLE) ? 0 : 1
}

function describeStatus(status: number | null): string {
  if (status === 0) return 'passed'
  return status === UNAVAILABLE ? 'not tested' : 'failed'
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { port: { type: 'string' }, help: { type: 'boolean' } },
  })
  if (values.help || positionals.length === 0) {
    console.log(USAGE)
    return 0
  }
  if (positionals[0] === 'test') return testAll(positionals.slice(1))
  const [name = '', action = '', ...rest] = positionals
  const engine = engineNamed(name)
  const act = Object.hasOwn(actions, action) ? actions[action] : undefined
  if (!act || rest.length > 0) throw new UserError(`Choose what ${name} should do.\n\n${USAGE}`)
  const port = values.port === undefined ? undefined : Number(values.port)
  if (port !== undefined && !(Number.isInteger(port) && port > 0 && port < 65_536))
    throw new UserError(`--port must be a number between 1 and 65535, not ${values.port}.`)
  return act(engine, console, port)
}

try {
  process.exitCode = await main()
} catch (error) {
  printError(error)
  process.exitCode = error instanceof UserError ? error.exitCode : 1
}
