import type { Redis } from 'ioredis'
import { config } from '../../common/runtime/config.ts'
import { producer, redisRefusal } from '../../common/runtime/queues.ts'
import { redisInfo, serversOf } from '../../common/runtime/redis.ts'
import { redisReady } from '../operate.ts'
import { type Check, check } from './check.ts'

const WITHIN = 3_000

export async function checkRedis(): Promise<Check[]> {
  if (!(await redisReady(WITHIN))) {
    const message = `Not reached within ${WITHIN / 1000} s at ${hostOf(config().redisUrl)}. Check REDIS_URL.`
    return [{ name: 'redis', ok: false, message }]
  }
  const refusal = await redisRefusal()
  const servers = await Promise.all(serversOf(producer()).map(checkServer))
  const wrong = `It refuses writes: ${refusal ?? ''}. Emails and webhooks continue without it, but cost more; give it more memory, or make it the primary.`
  return [check('redis writes', refusal === null, 'A test write succeeded.', wrong), ...servers.flat()]
}

async function checkServer(server: Redis): Promise<Check[]> {
  const database = server.options.db ?? 0
  // The client continues with database 0, which it does not select, if it cannot select the other one.
  const selected = database === 0 ? Promise.resolve() : server.select(database)
  const refusal = await selected.then(
    () => null,
    (error: unknown) => (error as Error).message,
  )
  if (refusal !== null)
    return [
      check(
        'redis',
        false,
        '',
        `Database ${database} cannot be used (${refusal}). Check the end of REDIS_URL.`,
      ),
    ]
  const info = new Map(
    (
      await Promise.all(['server', 'memory', 'persistence'].map((section) => redisInfo(server, section)))
    ).flatMap((fields) => [...fields]),
  )
  const policy = info.get('maxmemory_policy') ?? 'unknown'
  const isPersistent = info.get('aof_enabled') === '1'
  return [
    check('redis', true, `Reached: Redis ${info.get('redis_version') ?? ''}.`, ''),
    memory(info),
    check(
      'redis policy',
      policy === 'noeviction',
      'noeviction.',
      `maxmemory-policy is ${policy}: Redis would drop jobs when it is full. Set it to noeviction.`,
    ),
    check(
      'redis persistence',
      isPersistent,
      'The append-only file is on.',
      'The append-only file is off: a restart loses jobs, and their rows are processed late. Set appendonly to yes.',
    ),
  ]
}

/** Returns the host of a URL, without the password that the URL may contain. */
function hostOf(url: string): string {
  return url.replace(/^[^:]+:\/\/(?:[^@/]*@)?/, '').replace(/\/.*$/, '')
}

/** Share of the memory above which Redis counts as nearly full. */
const NEARLY_FULL = 0.8

function memory(info: Map<string, string>): Check {
  const [used, most] = [Number(info.get('used_memory')), Number(info.get('maxmemory'))]
  const amount =
    most === 0
      ? `${inMegabytes(used)} used, without a limit`
      : `${inMegabytes(used)} of ${inMegabytes(most)} used`
  return check(
    'redis memory',
    most === 0 || used < NEARLY_FULL * most,
    `${amount}.`,
    `${amount}. Raise maxmemory, or lower QUEUE_HORIZON_HOURS.`,
  )
}

function inMegabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1024 ** 2)} MB`
}
