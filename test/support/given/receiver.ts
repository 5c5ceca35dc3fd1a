import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { drainEndpoint } from '../../../common/services/webhooks/deliveries/drain.ts'
import { atomically } from '../../../worker/atomically.ts'
import { type Merchant, tea } from './merchant.ts'

interface Received {
  headers: IncomingHttpHeaders
  body: string
}

type Behave = (response: ServerResponse, request: IncomingMessage) => void

/** A merchant's server. It records each request, and `behave` answers it. */
export interface Receiver {
  url: string
  received: Received[]
  behave: Behave
}

/** Makes a server answer each request with this status. */
export const says =
  (status: number, headers: Record<string, string> = {}): Behave =>
  (response) =>
    response.writeHead(status, headers).end('thanks')

const open: (() => void)[] = []

/** Starts a real server on loopback. `closeReceivers` closes it. */
export async function givenReceiver(behave: Behave = says(200)): Promise<Receiver> {
  const receiver: Receiver = { url: '', received: [], behave }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      receiver.received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
      receiver.behave(response, request)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`
  open.push(() => {
    server.close()
    server.closeAllConnections()
  })
  return receiver
}

export function closeReceivers(): void {
  for (const close of open.splice(0)) close()
}

/** Creates a webhook endpoint of `shop`. The result includes its secret. */
export async function givenEndpoint(shop: Merchant, url: string, more: object = {}) {
  const { body } = await shop.post('/webhook-endpoints', { url, ...more })
  return body.data as { id: number; secret: string }
}

/** Causes an event: creates a checkout and expires it. Returns the checkout's id. */
export async function somethingHappens(shop: Merchant): Promise<number> {
  const { body } = await shop.post('/checkouts', tea())
  await shop.post(`/checkouts/${body.data.id}/expire`)
  return body.data.id as number
}

/** Sends the due deliveries of an endpoint, as a worker's job does. */
export async function drain({ id }: { id: number }, limits: object = {}): Promise<void> {
  await drainEndpoint(id, atomically, limits)
}

/** Returns the deliveries of an endpoint from the API, oldest first. */
export async function deliveriesOf(shop: Merchant, { id }: { id: number }) {
  const { body } = await shop.get(`/webhook-deliveries?endpoint_id=${id}`)
  return (body.data as Delivery[]).reverse()
}

export interface Delivery {
  id: number
  event_id: number
  event_type: string
  status: string
  next_attempt_at: string | null
  attempts: {
    attempted_at: string
    request_headers: Record<string, string> | null
    status_code: number | null
    duration_ms: number
    response_headers: Record<string, string> | null
    response_body: string | null
    error: string | null
  }[]
}
