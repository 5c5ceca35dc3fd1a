import { randomUUID } from 'node:crypto'
import autocannon from 'autocannon'

/** What to send, for how long or how often. The load is a process of its own, so that it takes no turns from a server. */
export interface Load {
  url: string
  method: 'GET' | 'POST'
  /** One of them at random for each request. */
  paths: string[]
  headers: Record<string, string>
  body?: string
  /** Whether each request has an idempotency key of its own. */
  withKey?: boolean
  connections: number
  /** Whether 503 is an answer as well: more is sent than can be answered. Nobody waits as long as `Retry-After` says. */
  isTooMuch?: boolean
  seconds?: number
  requests?: number
}

/** Times in milliseconds, sizes in bytes. */
export interface Measured {
  requestsPerSecond: number
  p50: number
  p99: number
  succeeded: number
  /** Told to come again by 503. */
  shed: number
  failed: number
  bytesPerAnswer: number
}

async function fire(load: Load): Promise<Measured> {
  const { url, method, paths, headers, body, withKey = false, connections, isTooMuch = false } = load
  const { seconds, requests } = load
  const result = await autocannon({
    url,
    connections,
    ...(requests === undefined ? { duration: seconds ?? 1 } : { amount: requests }),
    requests: [
      {
        method,
        ...(body !== undefined && { body }),
        setupRequest: (request: autocannon.Request) => {
          request.path = paths[Math.floor(Math.random() * paths.length)]!
          request.headers = withKey ? { ...headers, 'idempotency-key': randomUUID() } : headers
          return request
        },
      },
    ],
  })
  const shed = isTooMuch ? (result.statusCodeStats?.['503']?.count ?? 0) : 0
  const failed = result.non2xx - shed + result.errors + result.timeouts
  return {
    requestsPerSecond: result['2xx'] / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    succeeded: result['2xx'],
    shed,
    failed,
    bytesPerAnswer: Math.round(result.throughput.total / Math.max(1, result['2xx'])),
  }
}

process.on('message', (load: Load) => {
  void fire(load).then((measured) => process.send?.(measured))
})
process.on('disconnect', () => process.exit(0))
