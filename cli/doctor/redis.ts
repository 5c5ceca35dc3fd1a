import { config } from '../../common/runtime/config.ts'
import { producer } from '../../common/runtime/queues.ts'
import { redisReady } from '../operate.ts'
import { type Check, check } from './check.ts'

const WITHIN = 3_000

export async function checkRedis(): Promise<Check[]> {
  if (!(await redisReady(WITHIN))) {
    const message = `Not reached within ${WITHIN / 1000} s at ${hostOf(config().redisUrl)}. Check REDIS_URL.`
    return [{ name: 'redis', ok: false, message }]
  }
  const info = fieldsOf(
    `${await producer().info('server')}\n${await producer().info('memory')}\n${await producer().info('persistence')}`,
  )
  const policy = info.get('maxmemory_policy') ?? 'unknown'
  const isPersistent = info.get('aof_enabled') === '1'
  return [
    check('redis', true, `Reached: Redis ${info.get('redis_version') ?? ''}.`, ''),
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

function fieldsOf(info: string): Map<string, string> {
  return new Map(
    info
      .split(/\r?\n/)
      .filter((line) => line.includes(':'))
      .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]),
  )
}
