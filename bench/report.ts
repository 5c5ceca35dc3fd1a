import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cpus, loadavg, release, totalmem } from 'node:os'
import type { Measured } from './load.ts'

export interface Side extends Measured {
  /** Processor time of the server per request, in microseconds: steadier than speed where others work beside us. */
  processorPerRequest: number | null
}

export interface Pair {
  floor: Side
  service: Side
  /** Requests per second of the service over those of the floor. */
  ratio: number
}

export interface PathResult {
  name: string
  pairs: Pair[]
  medianRatio: number
}

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? NaN)) / 2
}

/** The value that `percent` of the numbers do not exceed. */
export function percentile(numbers: readonly number[], percent: number): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? NaN
}

/** What the figures were measured on, so that they can be compared with others. */
export function machine() {
  return {
    processor: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    system: `${distribution()}, kernel ${release()}`,
    node: process.version,
    database: version('mariadbd') ?? version('mysqld') ?? 'unknown',
    redis: version('redis-server') ?? 'unknown',
    loadAtStart: loadavg()[0],
  }
}

function distribution(): string {
  try {
    return /^PRETTY_NAME="(.*)"$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? process.platform
  } catch {
    return process.platform
  }
}

function version(command: string): string | null {
  try {
    const text = execFileSync(command, ['--version'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return /\d+\.\d+\.\d+\S*/.exec(text)?.[0] ?? null
  } catch {
    return null
  }
}

/** A path's pairs as a table in Markdown. */
export function table({ name, pairs, medianRatio }: PathResult): string {
  const lines = pairs.map(({ floor, service, ratio }, index) =>
    [
      index + 1,
      perSecond(floor),
      perSecond(service),
      ratio.toFixed(3),
      latency(floor),
      latency(service),
      processor(floor),
      processor(service),
    ].join(' | '),
  )
  return [
    `### ${name}: median ratio ${medianRatio.toFixed(3)}`,
    '',
    '| pair | floor req/s | service req/s | ratio | floor p50/p99 ms | service p50/p99 ms | floor CPU µs/req | service CPU µs/req |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ...lines.map((line) => `| ${line} |`),
    '',
    `Bytes per answer, headers included: floor ${pairs[0]?.floor.bytesPerAnswer}, service ${pairs[0]?.service.bytesPerAnswer}.`,
    '',
  ].join('\n')
}

function perSecond({ requestsPerSecond }: Side): string {
  return requestsPerSecond.toFixed(0)
}

function latency({ p50, p99 }: Side): string {
  return `${p50} / ${p99}`
}

function processor({ processorPerRequest }: Side): string {
  return processorPerRequest === null ? '–' : processorPerRequest.toFixed(0)
}
