import { gauge } from './metrics.ts'
import { producer, redisRefusal } from './queues.ts'
import { redisInfo, serversOf } from './redis.ts'

/** Adds metrics of Redis, as this process sees it: whether it takes writes, and its memory. */
export function measureRedis(): void {
  gauge(
    'tolbor_redis_writable',
    '1 if Redis took a test write next to each queue, otherwise 0',
    [],
    async () => [{ labels: {}, value: (await redisRefusal()) === null ? 1 : 0 }],
  )
  gauge(
    'tolbor_redis_memory_bytes',
    'Memory of each Redis server: used, and the limit (maxmemory, 0 for none)',
    ['server', 'kind'],
    async () => (await Promise.all(serversOf(producer()).map(memoryOf))).flat(),
  )
}

async function memoryOf(server: ReturnType<typeof serversOf>[number]) {
  const info = await redisInfo(server, 'memory')
  const { host = '', port = '', sentinels, name = '' } = server.options
  // The master of Sentinels has an address that changes, and a name that does not.
  const label = sentinels ? name : `${host}:${port}`
  return [
    { labels: { server: label, kind: 'used' }, value: Number(info.get('used_memory')) },
    { labels: { server: label, kind: 'limit' }, value: Number(info.get('maxmemory')) },
  ]
}
