import { randomUUID } from 'node:crypto'
import autocannon from 'autocannon'
import { BODY } from './typical.ts'

/** What to send, for how long or how often. */
export interface Load {
  url: string
  projectId: number
  token: string
  /** Checkouts to retrieve at random; without any, checkouts are created. */
  ids: number[]
  connections: number
  seconds?: number
  requests?: number
}

/** Times in milliseconds, sizes in bytes. */
export interface Measured {
  requestsPerSecond: number
  p50: number
  p99: number
  succeeded: number
  failed: number
  bytesPerAnswer: number
}

async function fire({ url, projectId, token, ids, connections, seconds, requests }: Load): Promise<Measured> {
  const path = `/v1/projects/${projectId}/checkouts`
  const authorization = { authorization: `Bearer ${token}` }
  const created = {
    method: 'POST' as const,
    path,
    body: BODY,
    setupRequest: (request: autocannon.Request) => {
      request.headers = {
        ...authorization,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      }
      return request
    },
  }
  const retrieved = {
    method: 'GET' as const,
    setupRequest: (request: autocannon.Request) => {
      request.path = `${path}/${ids[Math.floor(Math.random() * ids.length)]}`
      request.headers = authorization
      return request
    },
  }
  const result = await autocannon({
    url,
    connections,
    ...(requests === undefined ? { duration: seconds ?? 1 } : { amount: requests }),
    requests: [ids.length === 0 ? created : retrieved],
  })
  const failed = result.non2xx + result.errors + result.timeouts
  return {
    requestsPerSecond: result['2xx'] / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    succeeded: result['2xx'],
    failed,
    bytesPerAnswer: Math.round(result.throughput.total / Math.max(1, result['2xx'])),
  }
}

process.on('message', (load: Load) => {
  void fire(load).then((measured) => process.send?.(measured))
})
process.on('disconnect', () => process.exit(0))
