import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { moment } from './moment.ts'

type Behave = (response: ServerResponse, request: IncomingMessage) => void

const MEGABYTE = Buffer.alloc(1_000_000, 'x')

/** How receivers misbehave. None of them ever sends a good answer to the end. */
export const hostile: Record<string, Behave> = {
  hang: () => undefined,
  drip: (response) => {
    response.writeHead(500)
    const timer = setInterval(() => response.write('.'), 200)
    response.once('close', () => clearInterval(timer))
  },
  flood: (response) => {
    response.writeHead(500)
    let left = 10
    const more = () => {
      while (left > 0 && !response.destroyed) {
        left -= 1
        if (!response.write(MEGABYTE)) {
          response.once('drain', more)
          return
        }
      }
      response.end()
    }
    more()
  },
  reset: (_response, request) => request.socket.resetAndDestroy(),
  redirect: (response) =>
    response.writeHead(307, { Location: 'http://169.254.169.254/latest/meta-data/' }).end(),
  tls: (response) => response.writeHead(500).end(), // never reached: its address says https, the server is plain
  gone: (response) => response.writeHead(410).end(),
  busy: (response) => response.writeHead(429, { 'Retry-After': '5' }).end(),
}

export interface Arrival {
  eventId: number
  body: string
  /** When it was answered, in milliseconds since 1970. */
  at: number
}

export interface Receivers {
  /** The address of a receiver that behaves so; `good` for a healthy one. */
  url: (behaviour: string, number: number) => string
  /** What healthy receivers got, in order. */
  arrived: Arrival[]
  /** The next one that a healthy receiver gets. */
  next: () => Promise<Arrival>
  stop: () => void
}

/** Receivers of every kind on one port of loopback; the path says which. */
export async function startReceivers(): Promise<Receivers> {
  const arrived: Arrival[] = []
  const waiting: ((arrival: Arrival) => void)[] = []
  const server = createServer((request, response) => {
    request.on('error', () => undefined)
    response.on('error', () => undefined)
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const behave = hostile[request.url?.split('/')[1] ?? '']
      if (behave) {
        behave(response, request)
        return
      }
      const eventId = Number(String(request.headers['webhook-id']).slice('evt_'.length))
      response.writeHead(200).end()
      const arrival = { eventId, body: Buffer.concat(chunks).toString(), at: moment() }
      arrived.push(arrival)
      for (const tell of waiting.splice(0)) tell(arrival)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: (behaviour, number) =>
      `${behaviour === 'tls' ? 'https' : 'http'}://127.0.0.1:${port}/${behaviour}/${number}`,
    arrived,
    next: () => new Promise((resolve) => waiting.push(resolve)),
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
