import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { config } from './config.ts'
import { createServer } from './http.ts'
import { listenHost } from './listen-host.ts'
import { log } from './log.ts'
import { jobCounts } from './queues.ts'
import { release } from './release.ts'

/** All metrics of this process. Dashboards depend on names, labels and units: do not change them. */
export const metrics = new Registry()

const registers = [metrics]

/** Request durations, by route pattern: an id in a label would create a series for each id. */
export const requestSeconds = new Histogram({
  name: 'tolbor_http_request_duration_seconds',
  help: 'Time to answer a request',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers,
})

/** Requests refused because too many others were in progress. */
export const requestsShed = new Counter({
  name: 'tolbor_http_requests_shed_total',
  help: 'Requests answered 503 because MAX_CONCURRENT_REQUESTS others were in progress',
  registers,
})

/** Delay between a row's due time and its processing, in real time. */
export const timerLateness = new Histogram({
  name: 'tolbor_timer_lateness_seconds',
  help: 'Delay between the due time of a timer and the start of its processing',
  labelNames: ['kind'] as const,
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 150, 600, 3600],
  registers,
})

/** Duration of jobs, by kind and outcome. */
export const jobSeconds = new Histogram({
  name: 'tolbor_job_duration_seconds',
  help: 'Duration of a job by kind and outcome (done or failed); a timer of a batch counts with its share',
  labelNames: ['kind', 'outcome'] as const,
  buckets: [0.005, 0.025, 0.1, 0.5, 1, 5, 10, 30, 120],
  registers,
})

/** Runs a job and records its duration by kind and outcome. */
export async function measureJob<Result>(kind: string, job: () => Promise<Result>): Promise<Result> {
  const ended = jobSeconds.startTimer({ kind })
  try {
    const result = await job()
    ended({ outcome: 'done' })
    return result
  } catch (error) {
    ended({ outcome: 'failed' })
    throw error
  }
}

/** Cleanings of expired data, about once an hour for each kind of data. */
export const cleanings = new Counter({
  name: 'tolbor_cleanings_total',
  help: 'Cleanings of expired data by table and outcome (done or failed), about once an hour in each worker',
  labelNames: ['data', 'outcome'] as const,
  registers,
})

/** Failed uses of the database, by cause. */
export const databaseErrors = new Counter({
  name: 'tolbor_database_errors_total',
  help: 'Failed uses of the database by cause, such as unreachable, read_only or no_space',
  labelNames: ['cause'] as const,
  registers,
})

/** Attempts to deliver an event, by outcome. */
export const webhookAttempts = new Counter({
  name: 'tolbor_webhook_attempts_total',
  help: 'Attempts to deliver an event, by outcome: delivered, refused (another status than 2xx), unreachable, or own_fault (our network failed, nothing was counted)',
  labelNames: ['outcome'] as const,
  registers,
})

/** Tries to send an email, by outcome. */
export const emailTries = new Counter({
  name: 'tolbor_emails_total',
  help: 'Tries to send an email, by outcome: sent, retried (tried again later), failed (given up: bin/tolbor emails failed), or canceled (out of date, or no address)',
  labelNames: ['outcome'] as const,
  registers,
})

/** Calls to payment providers, by outcome. */
export const providerCalls = new Counter({
  name: 'tolbor_provider_calls_total',
  help: 'Calls to payment providers by method and outcome: answered, unreachable (no usable answer in time), limited (too many calls), account (wrong settings of a project) or refused (this request)',
  labelNames: ['method', 'outcome'] as const,
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

// A counter that first appears with 1 looks unchanged to an alert rule: start these at 0.
for (const outcome of ['sent', 'retried', 'failed', 'canceled']) emailTries.inc({ outcome }, 0)
for (const outcome of ['delivered', 'refused', 'unreachable', 'own_fault'])
  webhookAttempts.inc({ outcome }, 0)

/** Adds a gauge whose values are read on each scrape. Values that cannot be read are left out. */
export function gauge<Label extends string>(
  name: string,
  help: string,
  labelNames: readonly Label[],
  read: () => Promise<{ labels: Record<Label, string>; value: number }[]>,
): void {
  new Gauge({
    name,
    help,
    labelNames,
    registers,
    async collect() {
      this.reset()
      try {
        for (const { labels, value } of await Promise.race([read(), late()])) this.set(labels, value)
      } catch (error) {
        log().debug(
          { error: String(error), metric: name },
          'a metric could not be read and is missing from this scrape',
        )
      }
    },
  })
}

/** Milliseconds after which a metric is left out: Prometheus scrapes all of them at once and does not wait. */
const READ_WITHIN = 5_000

async function late(): Promise<never> {
  await pause(READ_WITHIN, undefined, { ref: false })
  throw new Error('reading it took too long')
}

gauge('tolbor_build_info', 'The running release; always 1', ['version', 'node'], () =>
  Promise.resolve([{ labels: { version: release, node: process.version }, value: 1 }]),
)

const notFound: RequestListener = (_request, response) => {
  response.writeHead(404).end()
}

export interface MetricsServer {
  port: number
  stop: () => void
}

/**
 * Serves `/metrics` on a separate port that customers cannot reach; `others` answers all other paths. Returns null if
 * METRICS_PORT is not set. If the port is taken, logs an error; the process works on without metrics.
 */
export async function serveMetrics(
  port = config().metricsPort,
  others: RequestListener = notFound,
): Promise<MetricsServer | null> {
  if (port === null) return null
  collectDefaultMetrics({ register: metrics })
  const server = createServer((request, response) => {
    if (request.url?.replace(/\?.*$/s, '') !== '/metrics') {
      others(request, response)
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
