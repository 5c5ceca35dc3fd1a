import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { preciseNow } from './meter.ts'

type Behavior = (response: ServerResponse, request: IncomingMessage) => void

const MEGABYTE = Buffer.alloc(1_000_000, 'x')

/** Hostile receivers, by name. None of them sends a complete successful response. */
export const hostile: Record<string, Behavior> = {
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
  tls: (response) => response.writeHead(500).end(), // never reached: the address has https, but the server has no TLS
  gone: (response) => response.writeHead(410).end(),
  busy: (response) => response.writeHead(429, { 'Retry-After': '5' }).end(),
}

export interface Arrival {
  eventId: number
  body: string
  /** The time of the response, in milliseconds since 1970. */
  at: number
}

export interface Receivers {
  /** Returns the address of a receiver with this behavior, `good` for a healthy one. */
  url: (behavior: string, number: number) => string
  /** The requests that healthy receivers got, in order. */
  arrived: Arrival[]
  /** Waits for the next request to a healthy receiver. */
  next: () => Promise<Arrival>
  stop: () => void
}

/** Starts receivers of all kinds on one port of 127.0.0.1. The path names the kind. */
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
      const arrival = { eventId, body: Buffer.concat(chunks).toString(), at: preciseNow() }
      arrived.push(arrival)
      for (const resolve of waiting.splice(0)) resolve(arrival)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: (behavior, number) =>
      `${behavior === 'tls' ? 'https' : 'http'}://127.0.0.1:${port}/${behavior}/${number}`,
    arrived,
    next: () => new Promise((resolve) => waiting.push(resolve)),
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
