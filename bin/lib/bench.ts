import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { build } from './build.ts'
import { freePort } from './ports.ts'
import { run, start, stopEverything, withCleanUp } from './processes.ts'
import { mariadbPackage, redisPackage, startMariadb, startRedis } from './servers.ts'
import { install } from './system.ts'

mkdirSync('.data', { recursive: true, mode: 0o700 })
const folder = mkdtempSync('.data/bench-') // not /tmp: that may be memory, where every write is free

async function main(): Promise<number> {
  install({ ...mariadbPackage, ...redisPackage })
  await build()
  const mariadb = await startMariadb({ folder }, 'tolbor_bench')
  const redis = await startRedis({ folder })
  const port = await freePort()
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    DATABASE_URL: mariadb.url,
    REDIS_URL: redis.url,
    BASE_URL: `http://127.0.0.1:${port}`,
    PORT: `${port}`,
    SECRET_KEY: '0123456789abcdef'.repeat(4),
    WEBHOOK_ALLOW_PRIVATE: '1',
    LOG_LEVEL: 'warn',
  }
  await run('node', ['dist/db/migrate.js'], { env })
  const [first, ...rest] = process.argv.slice(2)
  const args =
    first === 'webhooks' || first === 'period-end' || first === 'bodies'
      ? [`dist/bench/${first}.js`, ...rest]
      : ['dist/bench/main.js', ...process.argv.slice(2)]
  const bench = start('bench', 'node', args, {
    env,
    wholeGroup: true,
  })
  return (await bench.ended) === 'exit code 0' ? 0 : 1
}

await withCleanUp(main, async () => {
  await stopEverything()
  rmSync(folder, { recursive: true, force: true })
})
