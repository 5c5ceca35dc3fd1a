import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { config } from './config.ts'
import { listenHost } from './listen-host.ts'
import { log } from './log.ts'
import { jobCounts } from './queues.ts'

/** Everything that this process tells Prometheus. Names, labels and units are for dashboards: they stay. */
export const metrics = new Registry()

const registers = [metrics]

/** How long requests took, by the pattern of their path: an id in a label would be a series of its own. */
export const requestSeconds = new Histogram({
  name: 'tolbor_http_request_duration_seconds',
  help: 'Time to answer a request',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers,
})

/** Requests that were refused since enough others were being worked at. */
export const requestsShed = new Counter({
  name: 'tolbor_http_requests_shed_total',
  help: 'Requests answered 503 since as many as MAX_CONCURRENT_REQUESTS were being worked at',
  registers,
})

/** How late a due row was taken up, in real time. */
export const timerLateness = new Histogram({
  name: 'tolbor_timer_lateness_seconds',
  help: 'Time between when a timer was due and when a worker took it up',
  labelNames: ['kind'] as const,
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 150, 600, 3600],
  registers,
})

/** Attempts to deliver an event, by what came of them. */
export const webhookAttempts = new Counter({
  name: 'tolbor_webhook_attempts_total',
  help: 'Attempts to deliver an event, by outcome: delivered, refused (another status than 2xx), unreachable, or own_fault (our network failed, nothing was counted)',
  labelNames: ['outcome'] as const,
  registers,
})

new Counter({
  name: 'tolbor_wake_ups_total',
  help: 'Wake-ups for due rows: sent, or dropped because Redis did not take them (the scanner sends those again)',
  labelNames: ['result'] as const,
  registers,
  collect() {
    const { sent, dropped } = jobCounts()
    this.reset()
    this.inc({ result: 'sent' }, sent)
    this.inc({ result: 'dropped' }, dropped)
  },
})

/** A gauge whose values are looked up when somebody asks for them; what cannot be looked up is left out. */
export function gauge<Label extends string>(
  name: string,
  help: string,
  labelNames: readonly Label[],
  look: () => Promise<{ labels: Record<Label, string>; value: number }[]>,
): void {
  new Gauge({
    name,
    help,
    labelNames,
    registers,
    async collect() {
      this.reset()
      try {
        for (const { labels, value } of await Promise.race([look(), late()])) this.set(labels, value)
      } catch (error) {
        log().debug({ error: String(error), metric: name }, 'a metric could not be looked up')
      }
    },
  })
}

/** A figure that takes longer is left out, in milliseconds: Prometheus asks for all of them at once and does not wait. */
const LOOK_WITHIN = 5_000

async function late(): Promise<never> {
  await pause(LOOK_WITHIN, undefined, { ref: false })
  throw new Error('it took too long')
}

export interface MetricsServer {
  port: number
  stop: () => void
}

/**
 * Serves `/metrics` on a port of its own, which no customer ever reaches; null where METRICS_PORT is
 * not set. A port that is taken is logged and no reason not to work.
 */
export async function serveMetrics(port = config().metricsPort): Promise<MetricsServer | null> {
  if (port === null) return null
  collectDefaultMetrics({ register: metrics })
  const server = createServer((request, response) => {
    if (request.url?.replace(/\?.*$/s, '') !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    metrics.metrics().then(
      (text) => response.writeHead(200, { 'Content-Type': metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  server.unref()
  return new Promise((resolve) => {
    server.once('error', (error) => {
      log().error({ error: error.message, port }, 'metrics are not served; set METRICS_PORT to a free port')
      resolve(null)
    })
    server.listen(port, listenHost(), () => {
      resolve({ port: (server.address() as AddressInfo).port, stop: () => server.close() })
    })
  })
}
