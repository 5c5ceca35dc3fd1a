import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { build } from './build.ts'
import { start, stopEverything, withCleanUp } from './processes.ts'
import { mariadbPackage, redisPackage, startMariadb, startRedis } from './servers.ts'
import { installPackages } from './system.ts'

mkdirSync('.data', { recursive: true, mode: 0o700 })
const folder = mkdtempSync('.data/bench-') // not in /tmp, which may be memory: writes would be too fast

const [first, ...rest] = process.argv.slice(2)
const args = process.argv.slice(2)

async function main(): Promise<number> {
  installPackages({ ...mariadbPackage, ...redisPackage })
  // The plans start their own servers, with the tests' code, so they run from the sources.
  if (first === 'plans') return exitCodeOf('--import=tsx', ['bench/plans/main.ts', ...rest])
  await build()
  const mariadb = await startMariadb({ folder }, 'tolbor_bench')
  const redis = await startRedis({ folder })
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    DATABASE_URL: mariadb.url,
    REDIS_URL: redis.url.replace(/\/\d+$/, ''),
    BASE_URL: 'http://127.0.0.1:3000', // each web process gets its own
    SECRET_KEY: '0123456789abcdef'.repeat(4),
    WEBHOOK_ALLOW_PRIVATE: '1',
    LOG_LEVEL: 'warn',
    // The meter assigns processor time to these processes.
    BENCH_ROOT: `${process.pid}`,
    BENCH_MARIADB: `${mariadb.pid}`,
    BENCH_REDIS: `${redis.pid}`,
  }
  return exitCodeOf('dist/bench/main.js', args, env)
}

async function exitCodeOf(file: string, args: string[], env?: NodeJS.ProcessEnv): Promise<number> {
  const bench = start('bench', 'node', [file, ...args], { ...(env && { env }), wholeGroup: true })
  return (await bench.ended) === 'exit code 0' ? 0 : 1
}

await withCleanUp(main, async () => {
  await stopEverything()
  rmSync(folder, { recursive: true, force: true })
})
