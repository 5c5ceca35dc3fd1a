import { mkdirSync } from 'node:fs'
import { mariadbPackage, redisPackage, startMariadb, startRedis } from '../../dev/servers.ts'
import { find, install } from '../../dev/system.ts'

/** Chromium without windows: the whole browser takes twice as long to draw a page. `CHROMIUM` names another. */
const BROWSER = 'chromium-headless-shell'

/** What runs the receivers and samples that are shown in other languages: none of them goes untried. */
const LANGUAGES = { python3: ['python3'], 'php-cli': ['php'] }

/** Installs what the tests run beside Node.js. */
export function installCommands(): void {
  const browser = process.env.CHROMIUM ? {} : { [BROWSER]: [BROWSER] }
  install({ ...mariadbPackage, ...redisPackage, ...browser, ...LANGUAGES })
}

/** Nobody listens there: no test asks a provider of the real world. */
const NOWHERE = 'http://127.0.0.1:9'

/**
 * What the processes under test are told, with a MariaDB and a Redis that nobody else uses. Never the developer's
 * own DATABASE_URL: tests empty the tables.
 */
export async function environment(folder: string): Promise<NodeJS.ProcessEnv> {
  mkdirSync(folder)
  const settings = { folder, careless: true }
  const [mariadb, redis] = await Promise.all([startMariadb(settings, 'tolbor_test'), startRedis(settings)])
  return {
    ...process.env,
    NODE_ENV: 'test',
    DATABASE_URL: `${mariadb.url}?socketPath=${mariadb.socket}`, // half the time of a way through TCP
    REDIS_URL: redis.url,
    CHROMIUM: process.env.CHROMIUM ?? find(BROWSER),
    SECRET_KEY: '0123456789abcdef'.repeat(4),
    BASE_URL: 'http://127.0.0.1:3000',
    PORT: '3000',
    EMAIL_FROM: 'Tolbor <billing@tolbor.test>',
    WEBHOOK_ALLOW_PRIVATE: '1',
    // Tests that are about them bring limits of their own.
    ...{ RATE_LIMIT_PER_SECOND: '1000000', PAGE_RATE_LIMIT_PER_SECOND: '1000000' },
    ...{ QPAY_LIVE_URL: NOWHERE, QPAY_TEST_URL: NOWHERE, STRIPE_API_URL: NOWHERE }, // tests that pay bring a provider of their own
    LOG_LEVEL: 'fatal',
  }
}
