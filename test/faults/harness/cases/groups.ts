import { setTimeout as pause } from 'node:timers/promises'
import { connectRedis, serversOf } from '../../../../common/runtime/redis.ts'
import type { Member } from '../../../../dev/engines/engine.ts'
import { type FaultCase, STEADY } from '../case.ts'

const file = 'test/faults/failover.test.ts'
const database = { file, title: 'sells again when the database has another primary' }
const redis = { file, title: 'continues when Redis has another master' }

async function kill({ pid, ended }: Member): Promise<void> {
  process.kill(pid, 'SIGKILL')
  await ended
}

/** Returns the server of a Redis Cluster that has the webhooks' queue. */
async function masterOfWebhooks(url: string, members: readonly Member[]): Promise<Member> {
  const client = connectRedis('worker', url)
  try {
    await client.ping()
    for (const server of serversOf(client))
      if ((await server.keys('{tolbor-webhooks}*').catch(() => [])).length > 0)
        return members.find(({ port }) => port === server.options.port)!
  } finally {
    client.disconnect()
  }
  throw new Error('No server has the queue of the webhooks')
}

/** Cases with several servers that replace each other. The first member of a database is its primary. */
export const groupCases: readonly FaultCase[] = [
  {
    name: 'group-primary-killed',
    about: 'The primary of MySQL Group Replication is killed (kill -9)',
    engine: 'mysql-group',
    load: { ...STEADY, after: 45 },
    fault: ({ database: { members } }) => kill(members[0]!),
    short: database,
  },
  {
    name: 'group-primary-frozen',
    about:
      'The primary of MySQL Group Replication is frozen for 40 s (SIGSTOP), so that the others expel it, and continues',
    engine: 'mysql-group',
    load: STEADY,
    async fault({ database: { members } }) {
      process.kill(members[0]!.pid, 'SIGSTOP')
      await pause(40_000)
      process.kill(members[0]!.pid, 'SIGCONT')
    },
    short: database,
  },
  {
    name: 'galera-writer-killed',
    about: 'The Galera node that takes the writes is killed (kill -9)',
    engine: 'galera',
    load: { ...STEADY, after: 30 },
    fault: ({ database: { members } }) => kill(members[0]!),
    short: database,
  },
  {
    name: 'replica-killed',
    about: 'The asynchronous replica of MariaDB is killed (kill -9)',
    engine: 'mariadb-replica',
    load: STEADY,
    fault: ({ database: { members } }) => kill(members[1]!),
    short: database,
  },
  {
    name: 'sentinel-failover',
    about:
      'The replica of Redis lags by 5 s; the master is killed (kill -9), and the sentinels promote the replica without the last jobs',
    engine: 'sentinel',
    load: { ...STEADY, after: 20 },
    async fault({ redis: { members } }) {
      const [master, replica] = members
      process.kill(replica!.pid, 'SIGSTOP')
      await pause(5_000)
      await kill(master!)
      process.kill(replica!.pid, 'SIGCONT')
    },
    short: redis,
  },
  {
    name: 'cluster-master-killed',
    about: 'The Redis Cluster master that has the queue of the webhooks is killed (kill -9)',
    engine: 'redis-cluster',
    load: { ...STEADY, after: 20 },
    fault: async ({ redis: { url, members } }) => kill(await masterOfWebhooks(url, members)),
    short: redis,
  },
]
