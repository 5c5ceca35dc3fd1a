import { randomUUID } from 'node:crypto'
import autocannon from 'autocannon'

/** What to send, for how long or how often. This is a separate process, so that it does not slow down a server. */
export interface Load {
  url: string
  method: 'GET' | 'POST'
  /** Each request takes one of them at random. */
  paths: string[]
  headers: Record<string, string>
  body?: string
  /** Sends a new idempotency key with each request. */
  withKey?: boolean
  connections: number
  /** Counts 503 as a valid response: more is sent than the service can handle. `Retry-After` is ignored. */
  allows503?: boolean
  seconds?: number
  requests?: number
}

/** Times in milliseconds, sizes in bytes. */
export interface Measured {
  requestsPerSecond: number
  p50: number
  p99: number
  succeeded: number
  /** Refused with 503. */
  shed: number
  failed: number
  bytesPerAnswer: number
}

async function send(load: Load): Promise<Measured> {
  const { url, method, paths, headers, body, withKey = false, connections, allows503 = false } = load
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
  const shed = allows503 ? (result.statusCodeStats?.['503']?.count ?? 0) : 0
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
  void send(load).then((measured) => process.send?.(measured))
})
process.on('disconnect', () => process.exit(0))
