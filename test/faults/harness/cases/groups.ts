import { setTimeout as pause } from 'node:timers/promises'
import mysql, { type RowDataPacket } from 'mysql2/promise'
import { connectRedis, serversOf } from '../../../../common/runtime/redis.ts'
import type { Member } from '../../../../dev/engines/engine.ts'
import { type FaultCase, STEADY } from '../case.ts'
import type { Deployment } from '../deployment.ts'

const file = 'test/faults/failover.test.ts'

export async function kill({ pid, ended }: Member): Promise<void> {
  process.kill(pid, 'SIGKILL')
  await ended
}

async function atReplica(
  { database: { members } }: Deployment,
  statement: string,
): Promise<RowDataPacket | undefined> {
  const connection = await mysql.createConnection({ host: '127.0.0.1', port: members[1]!.port, user: 'root' })
  const [rows] = await connection.query<RowDataPacket[]>(statement)
  await connection.end()
  return rows[0]
}

/** Returns the server of a Redis Cluster that has the webhooks' queue. */
export async function masterOfWebhooks(url: string, members: readonly Member[]): Promise<Member> {
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
    short: { file, engine: 'mysql-group' },
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
    short: { file, engine: 'mysql-group' },
  },
  {
    name: 'galera-writer-killed',
    about: 'The Galera node that takes the writes is killed (kill -9)',
    engine: 'galera',
    load: { ...STEADY, after: 30 },
    fault: ({ database: { members } }) => kill(members[0]!),
    short: { file, engine: 'galera' },
  },
  {
    name: 'replica-killed',
    about: 'The asynchronous replica of MariaDB, from which the service reads its lists, is killed (kill -9)',
    engine: 'mariadb-replica',
    load: STEADY,
    settings: { readsFromReplica: true },
    neverFails: true,
    // The server's own log shows which reads arrive there.
    async prepare(deployment) {
      await atReplica(deployment, "SET GLOBAL log_output = 'TABLE', GLOBAL general_log = ON")
    },
    async fault(deployment) {
      const lists = await atReplica(
        deployment,
        "SELECT COUNT(*) AS n FROM mysql.general_log WHERE argument LIKE '%FROM payments%'",
      )
      if (!lists?.n) throw new Error('The service read no list from the replica')
      await kill(deployment.database.members[1]!)
      return `it had returned ${lists.n} lists of payments`
    },
    short: { file: 'test/replica/replica.test.ts' },
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
    short: { file },
  },
  {
    name: 'cluster-master-killed',
    about: 'The Redis Cluster master that has the queue of the webhooks is killed (kill -9)',
    engine: 'redis-cluster',
    load: { ...STEADY, after: 20 },
    fault: async ({ redis: { url, members } }) => kill(await masterOfWebhooks(url, members)),
    short: { file },
  },
]
