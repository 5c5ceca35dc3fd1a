import { mkdirSync } from 'node:fs'
import { mariadbPackage, redisPackage, startMariadb, startRedis } from '../../dev/servers.ts'
import { find, install } from '../../dev/system.ts'

/** Chromium without windows. The full browser takes twice as long to draw a page. `CHROMIUM` names another. */
const BROWSER = 'chromium-headless-shell'

/** The interpreters that test the samples in other languages. */
const LANGUAGES = { python3: ['python3'], 'php-cli': ['php'] }

/** Installs the programs that the tests need in addition to Node.js. */
export function installCommands(): void {
  const browser = process.env.CHROMIUM ? {} : { [BROWSER]: [BROWSER] }
  install({ ...mariadbPackage, ...redisPackage, ...browser, ...LANGUAGES })
}

/** An address without a server, so that no test calls a real provider. */
const NOWHERE = 'http://127.0.0.1:9'

/**
 * Starts a MariaDB and a Redis, and returns the environment of the processes under test. It never contains the
 * developer's own DATABASE_URL, since tests delete rows.
 */
export async function environment(folder: string): Promise<NodeJS.ProcessEnv> {
  mkdirSync(folder)
  const settings = { folder, careless: true }
  const [mariadb, redis] = await Promise.all([startMariadb(settings, 'tolbor_test'), startRedis(settings)])
  return {
    ...process.env,
    NODE_ENV: 'test',
    DATABASE_URL: `${mariadb.url}?socketPath=${mariadb.socket}`, // takes half the time of TCP
    REDIS_URL: redis.url,
    CHROMIUM: process.env.CHROMIUM ?? find(BROWSER),
    SECRET_KEY: '0123456789abcdef'.repeat(4),
    BASE_URL: 'http://127.0.0.1:3000',
    PORT: '3000',
    EMAIL_FROM: 'Tolbor <billing@tolbor.test>',
    WEBHOOK_ALLOW_PRIVATE: '1',
    // Tests of limits set their own.
    ...{ RATE_LIMIT_PER_SECOND: '1000000', PAGE_RATE_LIMIT_PER_SECOND: '1000000' },
    ...{ QPAY_LIVE_URL: NOWHERE, QPAY_TEST_URL: NOWHERE, STRIPE_API_URL: NOWHERE }, // tests of payments start their own provider
    LOG_LEVEL: 'fatal',
  }
}
