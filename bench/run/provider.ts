import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface SlowProvider {
  url: string
  /** Counts the status requests by account. */
  requests: Record<string, number>
  /** From now on, status requests of the slow account get no response. */
  hang: () => void
  stop: () => void
}

/** Starts a provider with the part of QPay's API (V2) that an unpaid payment needs. The account `slow` can hang. */
export async function startSlowProvider(slow: string): Promise<SlowProvider> {
  const requests: Record<string, number> = {}
  let hangs = false
  const server = createServer((request, response) => {
    const answer = (body: object) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    const authorization = request.headers.authorization ?? ''
    request.resume().on('end', () => {
      if (request.url === '/v2/auth/token') {
        const [account] = Buffer.from(authorization.replace('Basic ', ''), 'base64').toString().split(':')
        answer({ access_token: account, token_type: 'bearer', expires_in: 86_400 })
        return
      }
      const account = authorization.replace('Bearer ', '')
      if (request.url === '/v2/payment/check') {
        requests[account] = (requests[account] ?? 0) + 1
        if (!hangs || account !== slow) answer({ count: 0, rows: [] })
      } else answer({ invoice_id: randomUUID(), qr_text: 'code', urls: [] })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    hang: () => {
      hangs = true
    },
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
