import { Cluster, type Command, Redis } from 'ioredis'
import { config } from './config.ts'
import { log } from './log.ts'
import { readRedisGroup } from './redis-address.ts'

export type RedisClient = Redis | Cluster

/**
 * `web` must not wait: a command fails at once if Redis is down. `worker` waits for jobs and retries
 * forever.
 */
export type RedisUse = 'web' | 'worker'

const USE = {
  web: { maxRetriesPerRequest: 0, enableOfflineQueue: false, commandTimeout: 1_000 },
  worker: { maxRetriesPerRequest: null, enableOfflineQueue: true },
}

const RECONNECT_AFTER_AT_MOST = 2_000

/**
 * Opens a connection to `address`, by default `REDIS_URL`: a single server, Sentinel (`redis+sentinel://h:p,h:p/name`)
 * or Cluster (`redis+cluster://h:p,h:p`).
 */
export function connectRedis(use: RedisUse, address = config().redisUrl): RedisClient {
  const client = open(address, { ...USE[use], connectTimeout: 5_000 })
  let reachable = true
  client.on('ready', () => {
    reachable = true
  })
  client.on('error', (error: Error) => {
    if (reachable) log().warn({ error: error.message }, 'Redis cannot be reached; retrying, nothing is lost')
    reachable = false
  })
  return client
}

/**
 * Ends the process if Redis has no database of this connection's number: the client would continue with database 0, which
 * may belong to another installation.
 */
export function exitOnWrongDatabase(client: RedisClient): void {
  client.on('error', (error: Error & { command?: Command }) => {
    // Any refusal before the first answer is reported for SELECT, such as of too many clients. Those may end.
    if (error.command?.name !== 'select' || !/DB index|SELECT is not allowed/i.test(error.message)) return
    log().fatal(
      { error: error.message },
      'Redis refuses the database at the end of REDIS_URL; use a number below its setting "databases"',
    )
    process.exit(1)
  })
}

function retryStrategy(attempt: number): number {
  return Math.min(attempt * 100, RECONNECT_AFTER_AT_MOST)
}

type Options = (typeof USE)[RedisUse] & { connectTimeout: number }

function open(address: string, options: Options): RedisClient {
  const group = readRedisGroup(address)
  if (!group) return new Redis(address, { ...options, retryStrategy })
  const { kind, hosts, name } = group
  const nodes = hosts.map((host) => {
    const { hostname, port } = new URL(`redis://${host}`)
    return { host: hostname, port: Number(port || (kind === 'sentinel' ? 26379 : 6379)) }
  })
  if (kind === 'sentinel')
    return new Redis({ ...options, retryStrategy, sentinels: nodes, name: name ?? 'mymaster' })
  const settings = { redisOptions: options, clusterRetryStrategy: retryStrategy }
  if (options.enableOfflineQueue) return new Cluster(nodes, settings)
  const cluster = new ImpatientCluster(nodes, settings)
  for (const event of ['ready', 'close']) cluster.once(event, () => (cluster.mayRefuse = true))
  return cluster
}

/**
 * A Cluster that refuses commands while it has lost all nodes. Without this it keeps every command until a node is back,
 * so the memory of a web process would grow. Its option `enableOfflineQueue` also refuses the first command to each node.
 */
class ImpatientCluster extends Cluster {
  /** Set when it has connected for the first time, or has failed to. Until then commands wait. */
  mayRefuse = false

  override sendCommand(...args: Parameters<Cluster['sendCommand']>): unknown {
    const command: Command = args[0]
    // It sends the command CLUSTER itself, to find out whether it is ready.
    if (!this.mayRefuse || this.status === 'ready' || command.name === 'cluster')
      return super.sendCommand(...args)
    command.reject(new Error('No node of the Redis Cluster can be reached'))
    return command.promise
  }
}

/** Returns the servers that hold data: one, or every master of a Cluster. */
export function serversOf(client: RedisClient): Redis[] {
  return client instanceof Cluster ? client.nodes('master') : [client]
}

/** Returns the fields of Redis's `INFO`, such as `used_memory`. */
export async function redisInfo(server: Redis, section: string): Promise<Map<string, string>> {
  const lines = (await server.info(section)).split(/\r?\n/).filter((line) => line.includes(':'))
  return new Map(lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]))
}
