import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { type Engines, prepare } from '../../dev/engines/catalog.ts'
import type { Engine } from '../../dev/engines/engine.ts'
import { findCommand, installPackages } from '../../dev/system.ts'
import { DATABASE } from './template.ts'

/** The headless shell draws a page in half the time of the full browser. `CHROMIUM` names another browser. */
const BROWSER = 'chromium-headless-shell'

/** For the webhook receivers and samples in other languages, which the tests run. */
const LANGUAGES = { python3: ['python3'], 'php-cli': ['php'] }

/** Evaluates the alert rules. */
const PROMETHEUS = { prometheus: ['promtool'] }

/** The module that started processes preload, as one file of JavaScript: they run without tsx. */
const PRELOADED = '.data/watch-process.mjs'

/** Writes the file that is preloaded. */
export async function buildPreloaded(): Promise<void> {
  await build({
    entryPoints: ['test/support/watch-process.ts'],
    outfile: PRELOADED,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
  })
}

/** Installs the programs that the tests run. */
export async function installCommands({ database, redis }: Engines): Promise<void> {
  await prepare(database)
  await prepare(redis)
  const browser = process.env.CHROMIUM ? {} : { [BROWSER]: [BROWSER] }
  installPackages({ ...browser, ...LANGUAGES, ...PROMETHEUS })
}

/** A closed port: no test may call a real provider. */
const NOWHERE = 'http://127.0.0.1:9'

/**
 * Starts a private database and Redis, and returns the environment of the processes under test. It never contains the
 * developer's own DATABASE_URL, because tests empty the tables. A MariaDB begins with the tables of `template`.
 */
export async function testEnvironment(
  folder: string,
  engines: Engines,
  template?: string,
): Promise<NodeJS.ProcessEnv> {
  mkdirSync(folder)
  const start = (engine: Engine) =>
    engine.start(
      { folder: join(folder, engine.name), relaxedDurability: true, isPatient: true, template },
      DATABASE,
    )
  const [database, redis] = await Promise.all([start(engines.database), start(engines.redis)])
  const socket = database.socket ? `?socketPath=${database.socket}` : '' // twice as fast as TCP
  return {
    ...process.env,
    NODE_ENV: 'test',
    NODE_OPTIONS:
      `${process.env.NODE_OPTIONS ?? ''} --import ${pathToFileURL(resolve(PRELOADED)).href}`.trim(),
    UNLISTED_STATEMENTS: join(folder, 'unlisted-statements'),
    DATABASE_TEMPLATE: template,
    TEST_ENGINES: `${engines.database.name},${engines.redis.name}`,
    DATABASE_URL: `${database.url}${socket}`,
    REDIS_URL: redis.url,
    CHROMIUM: process.env.CHROMIUM ?? findCommand(BROWSER),
    SECRET_KEY: '0123456789abcdef'.repeat(4),
    BASE_URL: 'http://127.0.0.1:3000',
    PORT: '3000',
    EMAIL_FROM: 'Tolbor <billing@tolbor.test>',
    WEBHOOK_ALLOW_PRIVATE: '1',
    // No limits, except in the tests of limits.
    ...{ RATE_LIMIT_PER_SECOND: '1000000', PAGE_RATE_LIMIT_PER_SECOND: '1000000' },
    ...{ QPAY_LIVE_URL: NOWHERE, QPAY_TEST_URL: NOWHERE, STRIPE_API_URL: NOWHERE }, // tests start a fake where they pay
    LOG_LEVEL: 'fatal',
  }
}
